"""What documents on Pig print, and what comes out if it is computed: side by side, with a verdict on each claim."""
