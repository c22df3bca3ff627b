/** Entry point of the program. `check` has a separate file, because loading all other commands takes longer than a check. */
require(process.argv[2] === 'check' ? './check-alone.js' : './commands.js');
