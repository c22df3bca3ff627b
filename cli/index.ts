/** The program: a file with all commands, and one with `check` alone, since loading the others takes longer than a check. */
require(process.argv[2] === 'check' ? './check-alone.js' : './commands.js');
