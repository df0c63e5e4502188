"""Games played by whole turns, where few different ones come up."""
