"""The command line: what a person types. One file a command, one record a command in `commands`."""
