"""The command line: a small file for each group; commands parse, call the library show the answer."""
