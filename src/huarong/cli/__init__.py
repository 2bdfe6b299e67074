"""The command line: a file for each command, and a record for each in the table `commands`."""
