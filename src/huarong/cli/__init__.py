"""The command line: related commands share a file, and the table `commands.COMMANDS` names the file of each."""
