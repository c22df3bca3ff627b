#!/usr/bin/env node
"use strict";
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));

// node_modules/commander/lib/error.js
var require_error = __commonJS({
  "node_modules/commander/lib/error.js"(exports2) {
    var CommanderError2 = class extends Error {
      /**
       * Constructs the CommanderError class
       * @param {number} exitCode suggested exit code which could be used with process.exit
       * @param {string} code an id string representing the error
       * @param {string} message human-readable description of the error
       */
      constructor(exitCode, code, message) {
        super(message);
        Error.captureStackTrace(this, this.constructor);
        this.name = this.constructor.name;
        this.code = code;
        this.exitCode = exitCode;
        this.nestedError = void 0;
      }
    };
    var InvalidArgumentError2 = class extends CommanderError2 {
      /**
       * Constructs the InvalidArgumentError class
       * @param {string} [message] explanation of why argument is invalid
       */
      constructor(message) {
        super(1, "commander.invalidArgument", message);
        Error.captureStackTrace(this, this.constructor);
        this.name = this.constructor.name;
      }
    };
    exports2.CommanderError = CommanderError2;
    exports2.InvalidArgumentError = InvalidArgumentError2;
  }
});

// node_modules/commander/lib/argument.js
var require_argument = __commonJS({
  "node_modules/commander/lib/argument.js"(exports2) {
    var { InvalidArgumentError: InvalidArgumentError2 } = require_error();
    var Argument2 = class {
      /**
       * Initialize a new command argument with the given name and description.
       * The default is that the argument is required, and you can explicitly
       * indicate this with <> around the name. Put [] around the name for an optional argument.
       *
       * @param {string} name
       * @param {string} [description]
       */
      constructor(name, description) {
        this.description = description || "";
        this.variadic = false;
        this.parseArg = void 0;
        this.defaultValue = void 0;
        this.defaultValueDescription = void 0;
        this.argChoices = void 0;
        switch (name[0]) {
          case "<":
            this.required = true;
            this._name = name.slice(1, -1);
            break;
          case "[":
            this.required = false;
            this._name = name.slice(1, -1);
            break;
          default:
            this.required = true;
            this._name = name;
            break;
        }
        if (this._name.length > 3 && this._name.slice(-3) === "...") {
          this.variadic = true;
          this._name = this._name.slice(0, -3);
        }
      }
      /**
       * Return argument name.
       *
       * @return {string}
       */
      name() {
        return this._name;
      }
      /**
       * @package
       */
      _concatValue(value, previous) {
        if (previous === this.defaultValue || !Array.isArray(previous)) {
          return [value];
        }
        return previous.concat(value);
      }
      /**
       * Set the default value, and optionally supply the description to be displayed in the help.
       *
       * @param {*} value
       * @param {string} [description]
       * @return {Argument}
       */
      default(value, description) {
        this.defaultValue = value;
        this.defaultValueDescription = description;
        return this;
      }
      /**
       * Set the custom handler for processing CLI command arguments into argument values.
       *
       * @param {Function} [fn]
       * @return {Argument}
       */
      argParser(fn) {
        this.parseArg = fn;
        return this;
      }
      /**
       * Only allow argument value to be one of choices.
       *
       * @param {string[]} values
       * @return {Argument}
       */
      choices(values) {
        this.argChoices = values.slice();
        this.parseArg = (arg, previous) => {
          if (!this.argChoices.includes(arg)) {
            throw new InvalidArgumentError2(
              `Allowed choices are ${this.argChoices.join(", ")}.`
            );
          }
          if (this.variadic) {
            return this._concatValue(arg, previous);
          }
          return arg;
        };
        return this;
      }
      /**
       * Make argument required.
       *
       * @returns {Argument}
       */
      argRequired() {
        this.required = true;
        return this;
      }
      /**
       * Make argument optional.
       *
       * @returns {Argument}
       */
      argOptional() {
        this.required = false;
        return this;
      }
    };
    function humanReadableArgName(arg) {
      const nameOutput = arg.name() + (arg.variadic === true ? "..." : "");
      return arg.required ? "<" + nameOutput + ">" : "[" + nameOutput + "]";
    }
    exports2.Argument = Argument2;
    exports2.humanReadableArgName = humanReadableArgName;
  }
});

// node_modules/commander/lib/help.js
var require_help = __commonJS({
  "node_modules/commander/lib/help.js"(exports2) {
    var { humanReadableArgName } = require_argument();
    var Help2 = class {
      constructor() {
        this.helpWidth = void 0;
        this.minWidthToWrap = 40;
        this.sortSubcommands = false;
        this.sortOptions = false;
        this.showGlobalOptions = false;
      }
      /**
       * prepareContext is called by Commander after applying overrides from `Command.configureHelp()`
       * and just before calling `formatHelp()`.
       *
       * Commander just uses the helpWidth and the rest is provided for optional use by more complex subclasses.
       *
       * @param {{ error?: boolean, helpWidth?: number, outputHasColors?: boolean }} contextOptions
       */
      prepareContext(contextOptions) {
        this.helpWidth = this.helpWidth ?? contextOptions.helpWidth ?? 80;
      }
      /**
       * Get an array of the visible subcommands. Includes a placeholder for the implicit help command, if there is one.
       *
       * @param {Command} cmd
       * @returns {Command[]}
       */
      visibleCommands(cmd) {
        const visibleCommands = cmd.commands.filter((cmd2) => !cmd2._hidden);
        const helpCommand = cmd._getHelpCommand();
        if (helpCommand && !helpCommand._hidden) {
          visibleCommands.push(helpCommand);
        }
        if (this.sortSubcommands) {
          visibleCommands.sort((a, b) => {
            return a.name().localeCompare(b.name());
          });
        }
        return visibleCommands;
      }
      /**
       * Compare options for sort.
       *
       * @param {Option} a
       * @param {Option} b
       * @returns {number}
       */
      compareOptions(a, b) {
        const getSortKey = (option) => {
          return option.short ? option.short.replace(/^-/, "") : option.long.replace(/^--/, "");
        };
        return getSortKey(a).localeCompare(getSortKey(b));
      }
      /**
       * Get an array of the visible options. Includes a placeholder for the implicit help option, if there is one.
       *
       * @param {Command} cmd
       * @returns {Option[]}
       */
      visibleOptions(cmd) {
        const visibleOptions = cmd.options.filter((option) => !option.hidden);
        const helpOption = cmd._getHelpOption();
        if (helpOption && !helpOption.hidden) {
          const removeShort = helpOption.short && cmd._findOption(helpOption.short);
          const removeLong = helpOption.long && cmd._findOption(helpOption.long);
          if (!removeShort && !removeLong) {
            visibleOptions.push(helpOption);
          } else if (helpOption.long && !removeLong) {
            visibleOptions.push(
              cmd.createOption(helpOption.long, helpOption.description)
            );
          } else if (helpOption.short && !removeShort) {
            visibleOptions.push(
              cmd.createOption(helpOption.short, helpOption.description)
            );
          }
        }
        if (this.sortOptions) {
          visibleOptions.sort(this.compareOptions);
        }
        return visibleOptions;
      }
      /**
       * Get an array of the visible global options. (Not including help.)
       *
       * @param {Command} cmd
       * @returns {Option[]}
       */
      visibleGlobalOptions(cmd) {
        if (!this.showGlobalOptions) return [];
        const globalOptions = [];
        for (let ancestorCmd = cmd.parent; ancestorCmd; ancestorCmd = ancestorCmd.parent) {
          const visibleOptions = ancestorCmd.options.filter(
            (option) => !option.hidden
          );
          globalOptions.push(...visibleOptions);
        }
        if (this.sortOptions) {
          globalOptions.sort(this.compareOptions);
        }
        return globalOptions;
      }
      /**
       * Get an array of the arguments if any have a description.
       *
       * @param {Command} cmd
       * @returns {Argument[]}
       */
      visibleArguments(cmd) {
        if (cmd._argsDescription) {
          cmd.registeredArguments.forEach((argument) => {
            argument.description = argument.description || cmd._argsDescription[argument.name()] || "";
          });
        }
        if (cmd.registeredArguments.find((argument) => argument.description)) {
          return cmd.registeredArguments;
        }
        return [];
      }
      /**
       * Get the command term to show in the list of subcommands.
       *
       * @param {Command} cmd
       * @returns {string}
       */
      subcommandTerm(cmd) {
        const args = cmd.registeredArguments.map((arg) => humanReadableArgName(arg)).join(" ");
        return cmd._name + (cmd._aliases[0] ? "|" + cmd._aliases[0] : "") + (cmd.options.length ? " [options]" : "") + // simplistic check for non-help option
        (args ? " " + args : "");
      }
      /**
       * Get the option term to show in the list of options.
       *
       * @param {Option} option
       * @returns {string}
       */
      optionTerm(option) {
        return option.flags;
      }
      /**
       * Get the argument term to show in the list of arguments.
       *
       * @param {Argument} argument
       * @returns {string}
       */
      argumentTerm(argument) {
        return argument.name();
      }
      /**
       * Get the longest command term length.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {number}
       */
      longestSubcommandTermLength(cmd, helper) {
        return helper.visibleCommands(cmd).reduce((max, command2) => {
          return Math.max(
            max,
            this.displayWidth(
              helper.styleSubcommandTerm(helper.subcommandTerm(command2))
            )
          );
        }, 0);
      }
      /**
       * Get the longest option term length.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {number}
       */
      longestOptionTermLength(cmd, helper) {
        return helper.visibleOptions(cmd).reduce((max, option) => {
          return Math.max(
            max,
            this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option)))
          );
        }, 0);
      }
      /**
       * Get the longest global option term length.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {number}
       */
      longestGlobalOptionTermLength(cmd, helper) {
        return helper.visibleGlobalOptions(cmd).reduce((max, option) => {
          return Math.max(
            max,
            this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option)))
          );
        }, 0);
      }
      /**
       * Get the longest argument term length.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {number}
       */
      longestArgumentTermLength(cmd, helper) {
        return helper.visibleArguments(cmd).reduce((max, argument) => {
          return Math.max(
            max,
            this.displayWidth(
              helper.styleArgumentTerm(helper.argumentTerm(argument))
            )
          );
        }, 0);
      }
      /**
       * Get the command usage to be displayed at the top of the built-in help.
       *
       * @param {Command} cmd
       * @returns {string}
       */
      commandUsage(cmd) {
        let cmdName = cmd._name;
        if (cmd._aliases[0]) {
          cmdName = cmdName + "|" + cmd._aliases[0];
        }
        let ancestorCmdNames = "";
        for (let ancestorCmd = cmd.parent; ancestorCmd; ancestorCmd = ancestorCmd.parent) {
          ancestorCmdNames = ancestorCmd.name() + " " + ancestorCmdNames;
        }
        return ancestorCmdNames + cmdName + " " + cmd.usage();
      }
      /**
       * Get the description for the command.
       *
       * @param {Command} cmd
       * @returns {string}
       */
      commandDescription(cmd) {
        return cmd.description();
      }
      /**
       * Get the subcommand summary to show in the list of subcommands.
       * (Fallback to description for backwards compatibility.)
       *
       * @param {Command} cmd
       * @returns {string}
       */
      subcommandDescription(cmd) {
        return cmd.summary() || cmd.description();
      }
      /**
       * Get the option description to show in the list of options.
       *
       * @param {Option} option
       * @return {string}
       */
      optionDescription(option) {
        const extraInfo = [];
        if (option.argChoices) {
          extraInfo.push(
            // use stringify to match the display of the default value
            `choices: ${option.argChoices.map((choice) => JSON.stringify(choice)).join(", ")}`
          );
        }
        if (option.defaultValue !== void 0) {
          const showDefault = option.required || option.optional || option.isBoolean() && typeof option.defaultValue === "boolean";
          if (showDefault) {
            extraInfo.push(
              `default: ${option.defaultValueDescription || JSON.stringify(option.defaultValue)}`
            );
          }
        }
        if (option.presetArg !== void 0 && option.optional) {
          extraInfo.push(`preset: ${JSON.stringify(option.presetArg)}`);
        }
        if (option.envVar !== void 0) {
          extraInfo.push(`env: ${option.envVar}`);
        }
        if (extraInfo.length > 0) {
          return `${option.description} (${extraInfo.join(", ")})`;
        }
        return option.description;
      }
      /**
       * Get the argument description to show in the list of arguments.
       *
       * @param {Argument} argument
       * @return {string}
       */
      argumentDescription(argument) {
        const extraInfo = [];
        if (argument.argChoices) {
          extraInfo.push(
            // use stringify to match the display of the default value
            `choices: ${argument.argChoices.map((choice) => JSON.stringify(choice)).join(", ")}`
          );
        }
        if (argument.defaultValue !== void 0) {
          extraInfo.push(
            `default: ${argument.defaultValueDescription || JSON.stringify(argument.defaultValue)}`
          );
        }
        if (extraInfo.length > 0) {
          const extraDescription = `(${extraInfo.join(", ")})`;
          if (argument.description) {
            return `${argument.description} ${extraDescription}`;
          }
          return extraDescription;
        }
        return argument.description;
      }
      /**
       * Generate the built-in help text.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {string}
       */
      formatHelp(cmd, helper) {
        const termWidth = helper.padWidth(cmd, helper);
        const helpWidth = helper.helpWidth ?? 80;
        function callFormatItem(term, description) {
          return helper.formatItem(term, termWidth, description, helper);
        }
        let output = [
          `${helper.styleTitle("Usage:")} ${helper.styleUsage(helper.commandUsage(cmd))}`,
          ""
        ];
        const commandDescription = helper.commandDescription(cmd);
        if (commandDescription.length > 0) {
          output = output.concat([
            helper.boxWrap(
              helper.styleCommandDescription(commandDescription),
              helpWidth
            ),
            ""
          ]);
        }
        const argumentList = helper.visibleArguments(cmd).map((argument) => {
          return callFormatItem(
            helper.styleArgumentTerm(helper.argumentTerm(argument)),
            helper.styleArgumentDescription(helper.argumentDescription(argument))
          );
        });
        if (argumentList.length > 0) {
          output = output.concat([
            helper.styleTitle("Arguments:"),
            ...argumentList,
            ""
          ]);
        }
        const optionList = helper.visibleOptions(cmd).map((option) => {
          return callFormatItem(
            helper.styleOptionTerm(helper.optionTerm(option)),
            helper.styleOptionDescription(helper.optionDescription(option))
          );
        });
        if (optionList.length > 0) {
          output = output.concat([
            helper.styleTitle("Options:"),
            ...optionList,
            ""
          ]);
        }
        if (helper.showGlobalOptions) {
          const globalOptionList = helper.visibleGlobalOptions(cmd).map((option) => {
            return callFormatItem(
              helper.styleOptionTerm(helper.optionTerm(option)),
              helper.styleOptionDescription(helper.optionDescription(option))
            );
          });
          if (globalOptionList.length > 0) {
            output = output.concat([
              helper.styleTitle("Global Options:"),
              ...globalOptionList,
              ""
            ]);
          }
        }
        const commandList = helper.visibleCommands(cmd).map((cmd2) => {
          return callFormatItem(
            helper.styleSubcommandTerm(helper.subcommandTerm(cmd2)),
            helper.styleSubcommandDescription(helper.subcommandDescription(cmd2))
          );
        });
        if (commandList.length > 0) {
          output = output.concat([
            helper.styleTitle("Commands:"),
            ...commandList,
            ""
          ]);
        }
        return output.join("\n");
      }
      /**
       * Return display width of string, ignoring ANSI escape sequences. Used in padding and wrapping calculations.
       *
       * @param {string} str
       * @returns {number}
       */
      displayWidth(str) {
        return stripColor(str).length;
      }
      /**
       * Style the title for displaying in the help. Called with 'Usage:', 'Options:', etc.
       *
       * @param {string} str
       * @returns {string}
       */
      styleTitle(str) {
        return str;
      }
      styleUsage(str) {
        return str.split(" ").map((word) => {
          if (word === "[options]") return this.styleOptionText(word);
          if (word === "[command]") return this.styleSubcommandText(word);
          if (word[0] === "[" || word[0] === "<")
            return this.styleArgumentText(word);
          return this.styleCommandText(word);
        }).join(" ");
      }
      styleCommandDescription(str) {
        return this.styleDescriptionText(str);
      }
      styleOptionDescription(str) {
        return this.styleDescriptionText(str);
      }
      styleSubcommandDescription(str) {
        return this.styleDescriptionText(str);
      }
      styleArgumentDescription(str) {
        return this.styleDescriptionText(str);
      }
      styleDescriptionText(str) {
        return str;
      }
      styleOptionTerm(str) {
        return this.styleOptionText(str);
      }
      styleSubcommandTerm(str) {
        return str.split(" ").map((word) => {
          if (word === "[options]") return this.styleOptionText(word);
          if (word[0] === "[" || word[0] === "<")
            return this.styleArgumentText(word);
          return this.styleSubcommandText(word);
        }).join(" ");
      }
      styleArgumentTerm(str) {
        return this.styleArgumentText(str);
      }
      styleOptionText(str) {
        return str;
      }
      styleArgumentText(str) {
        return str;
      }
      styleSubcommandText(str) {
        return str;
      }
      styleCommandText(str) {
        return str;
      }
      /**
       * Calculate the pad width from the maximum term length.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {number}
       */
      padWidth(cmd, helper) {
        return Math.max(
          helper.longestOptionTermLength(cmd, helper),
          helper.longestGlobalOptionTermLength(cmd, helper),
          helper.longestSubcommandTermLength(cmd, helper),
          helper.longestArgumentTermLength(cmd, helper)
        );
      }
      /**
       * Detect manually wrapped and indented strings by checking for line break followed by whitespace.
       *
       * @param {string} str
       * @returns {boolean}
       */
      preformatted(str) {
        return /\n[^\S\r\n]/.test(str);
      }
      /**
       * Format the "item", which consists of a term and description. Pad the term and wrap the description, indenting the following lines.
       *
       * So "TTT", 5, "DDD DDDD DD DDD" might be formatted for this.helpWidth=17 like so:
       *   TTT  DDD DDDD
       *        DD DDD
       *
       * @param {string} term
       * @param {number} termWidth
       * @param {string} description
       * @param {Help} helper
       * @returns {string}
       */
      formatItem(term, termWidth, description, helper) {
        const itemIndent = 2;
        const itemIndentStr = " ".repeat(itemIndent);
        if (!description) return itemIndentStr + term;
        const paddedTerm = term.padEnd(
          termWidth + term.length - helper.displayWidth(term)
        );
        const spacerWidth = 2;
        const helpWidth = this.helpWidth ?? 80;
        const remainingWidth = helpWidth - termWidth - spacerWidth - itemIndent;
        let formattedDescription;
        if (remainingWidth < this.minWidthToWrap || helper.preformatted(description)) {
          formattedDescription = description;
        } else {
          const wrappedDescription = helper.boxWrap(description, remainingWidth);
          formattedDescription = wrappedDescription.replace(
            /\n/g,
            "\n" + " ".repeat(termWidth + spacerWidth)
          );
        }
        return itemIndentStr + paddedTerm + " ".repeat(spacerWidth) + formattedDescription.replace(/\n/g, `
${itemIndentStr}`);
      }
      /**
       * Wrap a string at whitespace, preserving existing line breaks.
       * Wrapping is skipped if the width is less than `minWidthToWrap`.
       *
       * @param {string} str
       * @param {number} width
       * @returns {string}
       */
      boxWrap(str, width) {
        if (width < this.minWidthToWrap) return str;
        const rawLines = str.split(/\r\n|\n/);
        const chunkPattern = /[\s]*[^\s]+/g;
        const wrappedLines = [];
        rawLines.forEach((line) => {
          const chunks = line.match(chunkPattern);
          if (chunks === null) {
            wrappedLines.push("");
            return;
          }
          let sumChunks = [chunks.shift()];
          let sumWidth = this.displayWidth(sumChunks[0]);
          chunks.forEach((chunk) => {
            const visibleWidth = this.displayWidth(chunk);
            if (sumWidth + visibleWidth <= width) {
              sumChunks.push(chunk);
              sumWidth += visibleWidth;
              return;
            }
            wrappedLines.push(sumChunks.join(""));
            const nextChunk = chunk.trimStart();
            sumChunks = [nextChunk];
            sumWidth = this.displayWidth(nextChunk);
          });
          wrappedLines.push(sumChunks.join(""));
        });
        return wrappedLines.join("\n");
      }
    };
    function stripColor(str) {
      const sgrPattern = /\x1b\[\d*(;\d*)*m/g;
      return str.replace(sgrPattern, "");
    }
    exports2.Help = Help2;
    exports2.stripColor = stripColor;
  }
});

// node_modules/commander/lib/option.js
var require_option = __commonJS({
  "node_modules/commander/lib/option.js"(exports2) {
    var { InvalidArgumentError: InvalidArgumentError2 } = require_error();
    var Option2 = class {
      /**
       * Initialize a new `Option` with the given `flags` and `description`.
       *
       * @param {string} flags
       * @param {string} [description]
       */
      constructor(flags, description) {
        this.flags = flags;
        this.description = description || "";
        this.required = flags.includes("<");
        this.optional = flags.includes("[");
        this.variadic = /\w\.\.\.[>\]]$/.test(flags);
        this.mandatory = false;
        const optionFlags = splitOptionFlags(flags);
        this.short = optionFlags.shortFlag;
        this.long = optionFlags.longFlag;
        this.negate = false;
        if (this.long) {
          this.negate = this.long.startsWith("--no-");
        }
        this.defaultValue = void 0;
        this.defaultValueDescription = void 0;
        this.presetArg = void 0;
        this.envVar = void 0;
        this.parseArg = void 0;
        this.hidden = false;
        this.argChoices = void 0;
        this.conflictsWith = [];
        this.implied = void 0;
      }
      /**
       * Set the default value, and optionally supply the description to be displayed in the help.
       *
       * @param {*} value
       * @param {string} [description]
       * @return {Option}
       */
      default(value, description) {
        this.defaultValue = value;
        this.defaultValueDescription = description;
        return this;
      }
      /**
       * Preset to use when option used without option-argument, especially optional but also boolean and negated.
       * The custom processing (parseArg) is called.
       *
       * @example
       * new Option('--color').default('GREYSCALE').preset('RGB');
       * new Option('--donate [amount]').preset('20').argParser(parseFloat);
       *
       * @param {*} arg
       * @return {Option}
       */
      preset(arg) {
        this.presetArg = arg;
        return this;
      }
      /**
       * Add option name(s) that conflict with this option.
       * An error will be displayed if conflicting options are found during parsing.
       *
       * @example
       * new Option('--rgb').conflicts('cmyk');
       * new Option('--js').conflicts(['ts', 'jsx']);
       *
       * @param {(string | string[])} names
       * @return {Option}
       */
      conflicts(names2) {
        this.conflictsWith = this.conflictsWith.concat(names2);
        return this;
      }
      /**
       * Specify implied option values for when this option is set and the implied options are not.
       *
       * The custom processing (parseArg) is not called on the implied values.
       *
       * @example
       * program
       *   .addOption(new Option('--log', 'write logging information to file'))
       *   .addOption(new Option('--trace', 'log extra details').implies({ log: 'trace.txt' }));
       *
       * @param {object} impliedOptionValues
       * @return {Option}
       */
      implies(impliedOptionValues) {
        let newImplied = impliedOptionValues;
        if (typeof impliedOptionValues === "string") {
          newImplied = { [impliedOptionValues]: true };
        }
        this.implied = Object.assign(this.implied || {}, newImplied);
        return this;
      }
      /**
       * Set environment variable to check for option value.
       *
       * An environment variable is only used if when processed the current option value is
       * undefined, or the source of the current value is 'default' or 'config' or 'env'.
       *
       * @param {string} name
       * @return {Option}
       */
      env(name) {
        this.envVar = name;
        return this;
      }
      /**
       * Set the custom handler for processing CLI option arguments into option values.
       *
       * @param {Function} [fn]
       * @return {Option}
       */
      argParser(fn) {
        this.parseArg = fn;
        return this;
      }
      /**
       * Whether the option is mandatory and must have a value after parsing.
       *
       * @param {boolean} [mandatory=true]
       * @return {Option}
       */
      makeOptionMandatory(mandatory = true) {
        this.mandatory = !!mandatory;
        return this;
      }
      /**
       * Hide option in help.
       *
       * @param {boolean} [hide=true]
       * @return {Option}
       */
      hideHelp(hide = true) {
        this.hidden = !!hide;
        return this;
      }
      /**
       * @package
       */
      _concatValue(value, previous) {
        if (previous === this.defaultValue || !Array.isArray(previous)) {
          return [value];
        }
        return previous.concat(value);
      }
      /**
       * Only allow option value to be one of choices.
       *
       * @param {string[]} values
       * @return {Option}
       */
      choices(values) {
        this.argChoices = values.slice();
        this.parseArg = (arg, previous) => {
          if (!this.argChoices.includes(arg)) {
            throw new InvalidArgumentError2(
              `Allowed choices are ${this.argChoices.join(", ")}.`
            );
          }
          if (this.variadic) {
            return this._concatValue(arg, previous);
          }
          return arg;
        };
        return this;
      }
      /**
       * Return option name.
       *
       * @return {string}
       */
      name() {
        if (this.long) {
          return this.long.replace(/^--/, "");
        }
        return this.short.replace(/^-/, "");
      }
      /**
       * Return option name, in a camelcase format that can be used
       * as an object attribute key.
       *
       * @return {string}
       */
      attributeName() {
        if (this.negate) {
          return camelcase(this.name().replace(/^no-/, ""));
        }
        return camelcase(this.name());
      }
      /**
       * Check if `arg` matches the short or long flag.
       *
       * @param {string} arg
       * @return {boolean}
       * @package
       */
      is(arg) {
        return this.short === arg || this.long === arg;
      }
      /**
       * Return whether a boolean option.
       *
       * Options are one of boolean, negated, required argument, or optional argument.
       *
       * @return {boolean}
       * @package
       */
      isBoolean() {
        return !this.required && !this.optional && !this.negate;
      }
    };
    var DualOptions = class {
      /**
       * @param {Option[]} options
       */
      constructor(options) {
        this.positiveOptions = /* @__PURE__ */ new Map();
        this.negativeOptions = /* @__PURE__ */ new Map();
        this.dualOptions = /* @__PURE__ */ new Set();
        options.forEach((option) => {
          if (option.negate) {
            this.negativeOptions.set(option.attributeName(), option);
          } else {
            this.positiveOptions.set(option.attributeName(), option);
          }
        });
        this.negativeOptions.forEach((value, key) => {
          if (this.positiveOptions.has(key)) {
            this.dualOptions.add(key);
          }
        });
      }
      /**
       * Did the value come from the option, and not from possible matching dual option?
       *
       * @param {*} value
       * @param {Option} option
       * @returns {boolean}
       */
      valueFromOption(value, option) {
        const optionKey = option.attributeName();
        if (!this.dualOptions.has(optionKey)) return true;
        const preset = this.negativeOptions.get(optionKey).presetArg;
        const negativeValue = preset !== void 0 ? preset : false;
        return option.negate === (negativeValue === value);
      }
    };
    function camelcase(str) {
      return str.split("-").reduce((str2, word) => {
        return str2 + word[0].toUpperCase() + word.slice(1);
      });
    }
    function splitOptionFlags(flags) {
      let shortFlag;
      let longFlag;
      const shortFlagExp = /^-[^-]$/;
      const longFlagExp = /^--[^-]/;
      const flagParts = flags.split(/[ |,]+/).concat("guard");
      if (shortFlagExp.test(flagParts[0])) shortFlag = flagParts.shift();
      if (longFlagExp.test(flagParts[0])) longFlag = flagParts.shift();
      if (!shortFlag && shortFlagExp.test(flagParts[0]))
        shortFlag = flagParts.shift();
      if (!shortFlag && longFlagExp.test(flagParts[0])) {
        shortFlag = longFlag;
        longFlag = flagParts.shift();
      }
      if (flagParts[0].startsWith("-")) {
        const unsupportedFlag = flagParts[0];
        const baseError = `option creation failed due to '${unsupportedFlag}' in option flags '${flags}'`;
        if (/^-[^-][^-]/.test(unsupportedFlag))
          throw new Error(
            `${baseError}
- a short flag is a single dash and a single character
  - either use a single dash and a single character (for a short flag)
  - or use a double dash for a long option (and can have two, like '--ws, --workspace')`
          );
        if (shortFlagExp.test(unsupportedFlag))
          throw new Error(`${baseError}
- too many short flags`);
        if (longFlagExp.test(unsupportedFlag))
          throw new Error(`${baseError}
- too many long flags`);
        throw new Error(`${baseError}
- unrecognised flag format`);
      }
      if (shortFlag === void 0 && longFlag === void 0)
        throw new Error(
          `option creation failed due to no flags found in '${flags}'.`
        );
      return { shortFlag, longFlag };
    }
    exports2.Option = Option2;
    exports2.DualOptions = DualOptions;
  }
});

// node_modules/commander/lib/suggestSimilar.js
var require_suggestSimilar = __commonJS({
  "node_modules/commander/lib/suggestSimilar.js"(exports2) {
    var maxDistance = 3;
    function editDistance(a, b) {
      if (Math.abs(a.length - b.length) > maxDistance)
        return Math.max(a.length, b.length);
      const d = [];
      for (let i = 0; i <= a.length; i++) {
        d[i] = [i];
      }
      for (let j = 0; j <= b.length; j++) {
        d[0][j] = j;
      }
      for (let j = 1; j <= b.length; j++) {
        for (let i = 1; i <= a.length; i++) {
          let cost = 1;
          if (a[i - 1] === b[j - 1]) {
            cost = 0;
          } else {
            cost = 1;
          }
          d[i][j] = Math.min(
            d[i - 1][j] + 1,
            // deletion
            d[i][j - 1] + 1,
            // insertion
            d[i - 1][j - 1] + cost
            // substitution
          );
          if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
            d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
          }
        }
      }
      return d[a.length][b.length];
    }
    function suggestSimilar(word, candidates) {
      if (!candidates || candidates.length === 0) return "";
      candidates = Array.from(new Set(candidates));
      const searchingOptions = word.startsWith("--");
      if (searchingOptions) {
        word = word.slice(2);
        candidates = candidates.map((candidate) => candidate.slice(2));
      }
      let similar = [];
      let bestDistance = maxDistance;
      const minSimilarity = 0.4;
      candidates.forEach((candidate) => {
        if (candidate.length <= 1) return;
        const distance2 = editDistance(word, candidate);
        const length = Math.max(word.length, candidate.length);
        const similarity = (length - distance2) / length;
        if (similarity > minSimilarity) {
          if (distance2 < bestDistance) {
            bestDistance = distance2;
            similar = [candidate];
          } else if (distance2 === bestDistance) {
            similar.push(candidate);
          }
        }
      });
      similar.sort((a, b) => a.localeCompare(b));
      if (searchingOptions) {
        similar = similar.map((candidate) => `--${candidate}`);
      }
      if (similar.length > 1) {
        return `
(Did you mean one of ${similar.join(", ")}?)`;
      }
      if (similar.length === 1) {
        return `
(Did you mean ${similar[0]}?)`;
      }
      return "";
    }
    exports2.suggestSimilar = suggestSimilar;
  }
});

// node_modules/commander/lib/command.js
var require_command = __commonJS({
  "node_modules/commander/lib/command.js"(exports2) {
    var EventEmitter = require("node:events").EventEmitter;
    var childProcess = require("node:child_process");
    var path30 = require("node:path");
    var fs29 = require("node:fs");
    var process2 = require("node:process");
    var { Argument: Argument2, humanReadableArgName } = require_argument();
    var { CommanderError: CommanderError2 } = require_error();
    var { Help: Help2, stripColor } = require_help();
    var { Option: Option2, DualOptions } = require_option();
    var { suggestSimilar } = require_suggestSimilar();
    var Command3 = class _Command extends EventEmitter {
      /**
       * Initialize a new `Command`.
       *
       * @param {string} [name]
       */
      constructor(name) {
        super();
        this.commands = [];
        this.options = [];
        this.parent = null;
        this._allowUnknownOption = false;
        this._allowExcessArguments = false;
        this.registeredArguments = [];
        this._args = this.registeredArguments;
        this.args = [];
        this.rawArgs = [];
        this.processedArgs = [];
        this._scriptPath = null;
        this._name = name || "";
        this._optionValues = {};
        this._optionValueSources = {};
        this._storeOptionsAsProperties = false;
        this._actionHandler = null;
        this._executableHandler = false;
        this._executableFile = null;
        this._executableDir = null;
        this._defaultCommandName = null;
        this._exitCallback = null;
        this._aliases = [];
        this._combineFlagAndOptionalValue = true;
        this._description = "";
        this._summary = "";
        this._argsDescription = void 0;
        this._enablePositionalOptions = false;
        this._passThroughOptions = false;
        this._lifeCycleHooks = {};
        this._showHelpAfterError = false;
        this._showSuggestionAfterError = true;
        this._savedState = null;
        this._outputConfiguration = {
          writeOut: (str) => process2.stdout.write(str),
          writeErr: (str) => process2.stderr.write(str),
          outputError: (str, write2) => write2(str),
          getOutHelpWidth: () => process2.stdout.isTTY ? process2.stdout.columns : void 0,
          getErrHelpWidth: () => process2.stderr.isTTY ? process2.stderr.columns : void 0,
          getOutHasColors: () => useColor() ?? (process2.stdout.isTTY && process2.stdout.hasColors?.()),
          getErrHasColors: () => useColor() ?? (process2.stderr.isTTY && process2.stderr.hasColors?.()),
          stripColor: (str) => stripColor(str)
        };
        this._hidden = false;
        this._helpOption = void 0;
        this._addImplicitHelpCommand = void 0;
        this._helpCommand = void 0;
        this._helpConfiguration = {};
      }
      /**
       * Copy settings that are useful to have in common across root command and subcommands.
       *
       * (Used internally when adding a command using `.command()` so subcommands inherit parent settings.)
       *
       * @param {Command} sourceCommand
       * @return {Command} `this` command for chaining
       */
      copyInheritedSettings(sourceCommand) {
        this._outputConfiguration = sourceCommand._outputConfiguration;
        this._helpOption = sourceCommand._helpOption;
        this._helpCommand = sourceCommand._helpCommand;
        this._helpConfiguration = sourceCommand._helpConfiguration;
        this._exitCallback = sourceCommand._exitCallback;
        this._storeOptionsAsProperties = sourceCommand._storeOptionsAsProperties;
        this._combineFlagAndOptionalValue = sourceCommand._combineFlagAndOptionalValue;
        this._allowExcessArguments = sourceCommand._allowExcessArguments;
        this._enablePositionalOptions = sourceCommand._enablePositionalOptions;
        this._showHelpAfterError = sourceCommand._showHelpAfterError;
        this._showSuggestionAfterError = sourceCommand._showSuggestionAfterError;
        return this;
      }
      /**
       * @returns {Command[]}
       * @private
       */
      _getCommandAndAncestors() {
        const result = [];
        for (let command2 = this; command2; command2 = command2.parent) {
          result.push(command2);
        }
        return result;
      }
      /**
       * Define a command.
       *
       * There are two styles of command: pay attention to where to put the description.
       *
       * @example
       * // Command implemented using action handler (description is supplied separately to `.command`)
       * program
       *   .command('clone <source> [destination]')
       *   .description('clone a repository into a newly created directory')
       *   .action((source, destination) => {
       *     console.log('clone command called');
       *   });
       *
       * // Command implemented using separate executable file (description is second parameter to `.command`)
       * program
       *   .command('start <service>', 'start named service')
       *   .command('stop [service]', 'stop named service, or all if no name supplied');
       *
       * @param {string} nameAndArgs - command name and arguments, args are `<required>` or `[optional]` and last may also be `variadic...`
       * @param {(object | string)} [actionOptsOrExecDesc] - configuration options (for action), or description (for executable)
       * @param {object} [execOpts] - configuration options (for executable)
       * @return {Command} returns new command for action handler, or `this` for executable command
       */
      command(nameAndArgs, actionOptsOrExecDesc, execOpts) {
        let desc = actionOptsOrExecDesc;
        let opts = execOpts;
        if (typeof desc === "object" && desc !== null) {
          opts = desc;
          desc = null;
        }
        opts = opts || {};
        const [, name, args] = nameAndArgs.match(/([^ ]+) *(.*)/);
        const cmd = this.createCommand(name);
        if (desc) {
          cmd.description(desc);
          cmd._executableHandler = true;
        }
        if (opts.isDefault) this._defaultCommandName = cmd._name;
        cmd._hidden = !!(opts.noHelp || opts.hidden);
        cmd._executableFile = opts.executableFile || null;
        if (args) cmd.arguments(args);
        this._registerCommand(cmd);
        cmd.parent = this;
        cmd.copyInheritedSettings(this);
        if (desc) return this;
        return cmd;
      }
      /**
       * Factory routine to create a new unattached command.
       *
       * See .command() for creating an attached subcommand, which uses this routine to
       * create the command. You can override createCommand to customise subcommands.
       *
       * @param {string} [name]
       * @return {Command} new command
       */
      createCommand(name) {
        return new _Command(name);
      }
      /**
       * You can customise the help with a subclass of Help by overriding createHelp,
       * or by overriding Help properties using configureHelp().
       *
       * @return {Help}
       */
      createHelp() {
        return Object.assign(new Help2(), this.configureHelp());
      }
      /**
       * You can customise the help by overriding Help properties using configureHelp(),
       * or with a subclass of Help by overriding createHelp().
       *
       * @param {object} [configuration] - configuration options
       * @return {(Command | object)} `this` command for chaining, or stored configuration
       */
      configureHelp(configuration) {
        if (configuration === void 0) return this._helpConfiguration;
        this._helpConfiguration = configuration;
        return this;
      }
      /**
       * The default output goes to stdout and stderr. You can customise this for special
       * applications. You can also customise the display of errors by overriding outputError.
       *
       * The configuration properties are all functions:
       *
       *     // change how output being written, defaults to stdout and stderr
       *     writeOut(str)
       *     writeErr(str)
       *     // change how output being written for errors, defaults to writeErr
       *     outputError(str, write) // used for displaying errors and not used for displaying help
       *     // specify width for wrapping help
       *     getOutHelpWidth()
       *     getErrHelpWidth()
       *     // color support, currently only used with Help
       *     getOutHasColors()
       *     getErrHasColors()
       *     stripColor() // used to remove ANSI escape codes if output does not have colors
       *
       * @param {object} [configuration] - configuration options
       * @return {(Command | object)} `this` command for chaining, or stored configuration
       */
      configureOutput(configuration) {
        if (configuration === void 0) return this._outputConfiguration;
        Object.assign(this._outputConfiguration, configuration);
        return this;
      }
      /**
       * Display the help or a custom message after an error occurs.
       *
       * @param {(boolean|string)} [displayHelp]
       * @return {Command} `this` command for chaining
       */
      showHelpAfterError(displayHelp = true) {
        if (typeof displayHelp !== "string") displayHelp = !!displayHelp;
        this._showHelpAfterError = displayHelp;
        return this;
      }
      /**
       * Display suggestion of similar commands for unknown commands, or options for unknown options.
       *
       * @param {boolean} [displaySuggestion]
       * @return {Command} `this` command for chaining
       */
      showSuggestionAfterError(displaySuggestion = true) {
        this._showSuggestionAfterError = !!displaySuggestion;
        return this;
      }
      /**
       * Add a prepared subcommand.
       *
       * See .command() for creating an attached subcommand which inherits settings from its parent.
       *
       * @param {Command} cmd - new subcommand
       * @param {object} [opts] - configuration options
       * @return {Command} `this` command for chaining
       */
      addCommand(cmd, opts) {
        if (!cmd._name) {
          throw new Error(`Command passed to .addCommand() must have a name
- specify the name in Command constructor or using .name()`);
        }
        opts = opts || {};
        if (opts.isDefault) this._defaultCommandName = cmd._name;
        if (opts.noHelp || opts.hidden) cmd._hidden = true;
        this._registerCommand(cmd);
        cmd.parent = this;
        cmd._checkForBrokenPassThrough();
        return this;
      }
      /**
       * Factory routine to create a new unattached argument.
       *
       * See .argument() for creating an attached argument, which uses this routine to
       * create the argument. You can override createArgument to return a custom argument.
       *
       * @param {string} name
       * @param {string} [description]
       * @return {Argument} new argument
       */
      createArgument(name, description) {
        return new Argument2(name, description);
      }
      /**
       * Define argument syntax for command.
       *
       * The default is that the argument is required, and you can explicitly
       * indicate this with <> around the name. Put [] around the name for an optional argument.
       *
       * @example
       * program.argument('<input-file>');
       * program.argument('[output-file]');
       *
       * @param {string} name
       * @param {string} [description]
       * @param {(Function|*)} [fn] - custom argument processing function
       * @param {*} [defaultValue]
       * @return {Command} `this` command for chaining
       */
      argument(name, description, fn, defaultValue) {
        const argument = this.createArgument(name, description);
        if (typeof fn === "function") {
          argument.default(defaultValue).argParser(fn);
        } else {
          argument.default(fn);
        }
        this.addArgument(argument);
        return this;
      }
      /**
       * Define argument syntax for command, adding multiple at once (without descriptions).
       *
       * See also .argument().
       *
       * @example
       * program.arguments('<cmd> [env]');
       *
       * @param {string} names
       * @return {Command} `this` command for chaining
       */
      arguments(names2) {
        names2.trim().split(/ +/).forEach((detail) => {
          this.argument(detail);
        });
        return this;
      }
      /**
       * Define argument syntax for command, adding a prepared argument.
       *
       * @param {Argument} argument
       * @return {Command} `this` command for chaining
       */
      addArgument(argument) {
        const previousArgument = this.registeredArguments.slice(-1)[0];
        if (previousArgument && previousArgument.variadic) {
          throw new Error(
            `only the last argument can be variadic '${previousArgument.name()}'`
          );
        }
        if (argument.required && argument.defaultValue !== void 0 && argument.parseArg === void 0) {
          throw new Error(
            `a default value for a required argument is never used: '${argument.name()}'`
          );
        }
        this.registeredArguments.push(argument);
        return this;
      }
      /**
       * Customise or override default help command. By default a help command is automatically added if your command has subcommands.
       *
       * @example
       *    program.helpCommand('help [cmd]');
       *    program.helpCommand('help [cmd]', 'show help');
       *    program.helpCommand(false); // suppress default help command
       *    program.helpCommand(true); // add help command even if no subcommands
       *
       * @param {string|boolean} enableOrNameAndArgs - enable with custom name and/or arguments, or boolean to override whether added
       * @param {string} [description] - custom description
       * @return {Command} `this` command for chaining
       */
      helpCommand(enableOrNameAndArgs, description) {
        if (typeof enableOrNameAndArgs === "boolean") {
          this._addImplicitHelpCommand = enableOrNameAndArgs;
          return this;
        }
        enableOrNameAndArgs = enableOrNameAndArgs ?? "help [command]";
        const [, helpName, helpArgs] = enableOrNameAndArgs.match(/([^ ]+) *(.*)/);
        const helpDescription = description ?? "display help for command";
        const helpCommand = this.createCommand(helpName);
        helpCommand.helpOption(false);
        if (helpArgs) helpCommand.arguments(helpArgs);
        if (helpDescription) helpCommand.description(helpDescription);
        this._addImplicitHelpCommand = true;
        this._helpCommand = helpCommand;
        return this;
      }
      /**
       * Add prepared custom help command.
       *
       * @param {(Command|string|boolean)} helpCommand - custom help command, or deprecated enableOrNameAndArgs as for `.helpCommand()`
       * @param {string} [deprecatedDescription] - deprecated custom description used with custom name only
       * @return {Command} `this` command for chaining
       */
      addHelpCommand(helpCommand, deprecatedDescription) {
        if (typeof helpCommand !== "object") {
          this.helpCommand(helpCommand, deprecatedDescription);
          return this;
        }
        this._addImplicitHelpCommand = true;
        this._helpCommand = helpCommand;
        return this;
      }
      /**
       * Lazy create help command.
       *
       * @return {(Command|null)}
       * @package
       */
      _getHelpCommand() {
        const hasImplicitHelpCommand = this._addImplicitHelpCommand ?? (this.commands.length && !this._actionHandler && !this._findCommand("help"));
        if (hasImplicitHelpCommand) {
          if (this._helpCommand === void 0) {
            this.helpCommand(void 0, void 0);
          }
          return this._helpCommand;
        }
        return null;
      }
      /**
       * Add hook for life cycle event.
       *
       * @param {string} event
       * @param {Function} listener
       * @return {Command} `this` command for chaining
       */
      hook(event, listener) {
        const allowedValues = ["preSubcommand", "preAction", "postAction"];
        if (!allowedValues.includes(event)) {
          throw new Error(`Unexpected value for event passed to hook : '${event}'.
Expecting one of '${allowedValues.join("', '")}'`);
        }
        if (this._lifeCycleHooks[event]) {
          this._lifeCycleHooks[event].push(listener);
        } else {
          this._lifeCycleHooks[event] = [listener];
        }
        return this;
      }
      /**
       * Register callback to use as replacement for calling process.exit.
       *
       * @param {Function} [fn] optional callback which will be passed a CommanderError, defaults to throwing
       * @return {Command} `this` command for chaining
       */
      exitOverride(fn) {
        if (fn) {
          this._exitCallback = fn;
        } else {
          this._exitCallback = (err) => {
            if (err.code !== "commander.executeSubCommandAsync") {
              throw err;
            } else {
            }
          };
        }
        return this;
      }
      /**
       * Call process.exit, and _exitCallback if defined.
       *
       * @param {number} exitCode exit code for using with process.exit
       * @param {string} code an id string representing the error
       * @param {string} message human-readable description of the error
       * @return never
       * @private
       */
      _exit(exitCode, code, message) {
        if (this._exitCallback) {
          this._exitCallback(new CommanderError2(exitCode, code, message));
        }
        process2.exit(exitCode);
      }
      /**
       * Register callback `fn` for the command.
       *
       * @example
       * program
       *   .command('serve')
       *   .description('start service')
       *   .action(function() {
       *      // do work here
       *   });
       *
       * @param {Function} fn
       * @return {Command} `this` command for chaining
       */
      action(fn) {
        const listener = (args) => {
          const expectedArgsCount = this.registeredArguments.length;
          const actionArgs = args.slice(0, expectedArgsCount);
          if (this._storeOptionsAsProperties) {
            actionArgs[expectedArgsCount] = this;
          } else {
            actionArgs[expectedArgsCount] = this.opts();
          }
          actionArgs.push(this);
          return fn.apply(this, actionArgs);
        };
        this._actionHandler = listener;
        return this;
      }
      /**
       * Factory routine to create a new unattached option.
       *
       * See .option() for creating an attached option, which uses this routine to
       * create the option. You can override createOption to return a custom option.
       *
       * @param {string} flags
       * @param {string} [description]
       * @return {Option} new option
       */
      createOption(flags, description) {
        return new Option2(flags, description);
      }
      /**
       * Wrap parseArgs to catch 'commander.invalidArgument'.
       *
       * @param {(Option | Argument)} target
       * @param {string} value
       * @param {*} previous
       * @param {string} invalidArgumentMessage
       * @private
       */
      _callParseArg(target, value, previous, invalidArgumentMessage) {
        try {
          return target.parseArg(value, previous);
        } catch (err) {
          if (err.code === "commander.invalidArgument") {
            const message = `${invalidArgumentMessage} ${err.message}`;
            this.error(message, { exitCode: err.exitCode, code: err.code });
          }
          throw err;
        }
      }
      /**
       * Check for option flag conflicts.
       * Register option if no conflicts found, or throw on conflict.
       *
       * @param {Option} option
       * @private
       */
      _registerOption(option) {
        const matchingOption = option.short && this._findOption(option.short) || option.long && this._findOption(option.long);
        if (matchingOption) {
          const matchingFlag = option.long && this._findOption(option.long) ? option.long : option.short;
          throw new Error(`Cannot add option '${option.flags}'${this._name && ` to command '${this._name}'`} due to conflicting flag '${matchingFlag}'
-  already used by option '${matchingOption.flags}'`);
        }
        this.options.push(option);
      }
      /**
       * Check for command name and alias conflicts with existing commands.
       * Register command if no conflicts found, or throw on conflict.
       *
       * @param {Command} command
       * @private
       */
      _registerCommand(command2) {
        const knownBy = (cmd) => {
          return [cmd.name()].concat(cmd.aliases());
        };
        const alreadyUsed = knownBy(command2).find(
          (name) => this._findCommand(name)
        );
        if (alreadyUsed) {
          const existingCmd = knownBy(this._findCommand(alreadyUsed)).join("|");
          const newCmd = knownBy(command2).join("|");
          throw new Error(
            `cannot add command '${newCmd}' as already have command '${existingCmd}'`
          );
        }
        this.commands.push(command2);
      }
      /**
       * Add an option.
       *
       * @param {Option} option
       * @return {Command} `this` command for chaining
       */
      addOption(option) {
        this._registerOption(option);
        const oname = option.name();
        const name = option.attributeName();
        if (option.negate) {
          const positiveLongFlag = option.long.replace(/^--no-/, "--");
          if (!this._findOption(positiveLongFlag)) {
            this.setOptionValueWithSource(
              name,
              option.defaultValue === void 0 ? true : option.defaultValue,
              "default"
            );
          }
        } else if (option.defaultValue !== void 0) {
          this.setOptionValueWithSource(name, option.defaultValue, "default");
        }
        const handleOptionValue = (val, invalidValueMessage, valueSource) => {
          if (val == null && option.presetArg !== void 0) {
            val = option.presetArg;
          }
          const oldValue = this.getOptionValue(name);
          if (val !== null && option.parseArg) {
            val = this._callParseArg(option, val, oldValue, invalidValueMessage);
          } else if (val !== null && option.variadic) {
            val = option._concatValue(val, oldValue);
          }
          if (val == null) {
            if (option.negate) {
              val = false;
            } else if (option.isBoolean() || option.optional) {
              val = true;
            } else {
              val = "";
            }
          }
          this.setOptionValueWithSource(name, val, valueSource);
        };
        this.on("option:" + oname, (val) => {
          const invalidValueMessage = `error: option '${option.flags}' argument '${val}' is invalid.`;
          handleOptionValue(val, invalidValueMessage, "cli");
        });
        if (option.envVar) {
          this.on("optionEnv:" + oname, (val) => {
            const invalidValueMessage = `error: option '${option.flags}' value '${val}' from env '${option.envVar}' is invalid.`;
            handleOptionValue(val, invalidValueMessage, "env");
          });
        }
        return this;
      }
      /**
       * Internal implementation shared by .option() and .requiredOption()
       *
       * @return {Command} `this` command for chaining
       * @private
       */
      _optionEx(config, flags, description, fn, defaultValue) {
        if (typeof flags === "object" && flags instanceof Option2) {
          throw new Error(
            "To add an Option object use addOption() instead of option() or requiredOption()"
          );
        }
        const option = this.createOption(flags, description);
        option.makeOptionMandatory(!!config.mandatory);
        if (typeof fn === "function") {
          option.default(defaultValue).argParser(fn);
        } else if (fn instanceof RegExp) {
          const regex = fn;
          fn = (val, def) => {
            const m = regex.exec(val);
            return m ? m[0] : def;
          };
          option.default(defaultValue).argParser(fn);
        } else {
          option.default(fn);
        }
        return this.addOption(option);
      }
      /**
       * Define option with `flags`, `description`, and optional argument parsing function or `defaultValue` or both.
       *
       * The `flags` string contains the short and/or long flags, separated by comma, a pipe or space. A required
       * option-argument is indicated by `<>` and an optional option-argument by `[]`.
       *
       * See the README for more details, and see also addOption() and requiredOption().
       *
       * @example
       * program
       *     .option('-p, --pepper', 'add pepper')
       *     .option('--pt, --pizza-type <TYPE>', 'type of pizza') // required option-argument
       *     .option('-c, --cheese [CHEESE]', 'add extra cheese', 'mozzarella') // optional option-argument with default
       *     .option('-t, --tip <VALUE>', 'add tip to purchase cost', parseFloat) // custom parse function
       *
       * @param {string} flags
       * @param {string} [description]
       * @param {(Function|*)} [parseArg] - custom option processing function or default value
       * @param {*} [defaultValue]
       * @return {Command} `this` command for chaining
       */
      option(flags, description, parseArg, defaultValue) {
        return this._optionEx({}, flags, description, parseArg, defaultValue);
      }
      /**
       * Add a required option which must have a value after parsing. This usually means
       * the option must be specified on the command line. (Otherwise the same as .option().)
       *
       * The `flags` string contains the short and/or long flags, separated by comma, a pipe or space.
       *
       * @param {string} flags
       * @param {string} [description]
       * @param {(Function|*)} [parseArg] - custom option processing function or default value
       * @param {*} [defaultValue]
       * @return {Command} `this` command for chaining
       */
      requiredOption(flags, description, parseArg, defaultValue) {
        return this._optionEx(
          { mandatory: true },
          flags,
          description,
          parseArg,
          defaultValue
        );
      }
      /**
       * Alter parsing of short flags with optional values.
       *
       * @example
       * // for `.option('-f,--flag [value]'):
       * program.combineFlagAndOptionalValue(true);  // `-f80` is treated like `--flag=80`, this is the default behaviour
       * program.combineFlagAndOptionalValue(false) // `-fb` is treated like `-f -b`
       *
       * @param {boolean} [combine] - if `true` or omitted, an optional value can be specified directly after the flag.
       * @return {Command} `this` command for chaining
       */
      combineFlagAndOptionalValue(combine = true) {
        this._combineFlagAndOptionalValue = !!combine;
        return this;
      }
      /**
       * Allow unknown options on the command line.
       *
       * @param {boolean} [allowUnknown] - if `true` or omitted, no error will be thrown for unknown options.
       * @return {Command} `this` command for chaining
       */
      allowUnknownOption(allowUnknown = true) {
        this._allowUnknownOption = !!allowUnknown;
        return this;
      }
      /**
       * Allow excess command-arguments on the command line. Pass false to make excess arguments an error.
       *
       * @param {boolean} [allowExcess] - if `true` or omitted, no error will be thrown for excess arguments.
       * @return {Command} `this` command for chaining
       */
      allowExcessArguments(allowExcess = true) {
        this._allowExcessArguments = !!allowExcess;
        return this;
      }
      /**
       * Enable positional options. Positional means global options are specified before subcommands which lets
       * subcommands reuse the same option names, and also enables subcommands to turn on passThroughOptions.
       * The default behaviour is non-positional and global options may appear anywhere on the command line.
       *
       * @param {boolean} [positional]
       * @return {Command} `this` command for chaining
       */
      enablePositionalOptions(positional = true) {
        this._enablePositionalOptions = !!positional;
        return this;
      }
      /**
       * Pass through options that come after command-arguments rather than treat them as command-options,
       * so actual command-options come before command-arguments. Turning this on for a subcommand requires
       * positional options to have been enabled on the program (parent commands).
       * The default behaviour is non-positional and options may appear before or after command-arguments.
       *
       * @param {boolean} [passThrough] for unknown options.
       * @return {Command} `this` command for chaining
       */
      passThroughOptions(passThrough = true) {
        this._passThroughOptions = !!passThrough;
        this._checkForBrokenPassThrough();
        return this;
      }
      /**
       * @private
       */
      _checkForBrokenPassThrough() {
        if (this.parent && this._passThroughOptions && !this.parent._enablePositionalOptions) {
          throw new Error(
            `passThroughOptions cannot be used for '${this._name}' without turning on enablePositionalOptions for parent command(s)`
          );
        }
      }
      /**
       * Whether to store option values as properties on command object,
       * or store separately (specify false). In both cases the option values can be accessed using .opts().
       *
       * @param {boolean} [storeAsProperties=true]
       * @return {Command} `this` command for chaining
       */
      storeOptionsAsProperties(storeAsProperties = true) {
        if (this.options.length) {
          throw new Error("call .storeOptionsAsProperties() before adding options");
        }
        if (Object.keys(this._optionValues).length) {
          throw new Error(
            "call .storeOptionsAsProperties() before setting option values"
          );
        }
        this._storeOptionsAsProperties = !!storeAsProperties;
        return this;
      }
      /**
       * Retrieve option value.
       *
       * @param {string} key
       * @return {object} value
       */
      getOptionValue(key) {
        if (this._storeOptionsAsProperties) {
          return this[key];
        }
        return this._optionValues[key];
      }
      /**
       * Store option value.
       *
       * @param {string} key
       * @param {object} value
       * @return {Command} `this` command for chaining
       */
      setOptionValue(key, value) {
        return this.setOptionValueWithSource(key, value, void 0);
      }
      /**
       * Store option value and where the value came from.
       *
       * @param {string} key
       * @param {object} value
       * @param {string} source - expected values are default/config/env/cli/implied
       * @return {Command} `this` command for chaining
       */
      setOptionValueWithSource(key, value, source) {
        if (this._storeOptionsAsProperties) {
          this[key] = value;
        } else {
          this._optionValues[key] = value;
        }
        this._optionValueSources[key] = source;
        return this;
      }
      /**
       * Get source of option value.
       * Expected values are default | config | env | cli | implied
       *
       * @param {string} key
       * @return {string}
       */
      getOptionValueSource(key) {
        return this._optionValueSources[key];
      }
      /**
       * Get source of option value. See also .optsWithGlobals().
       * Expected values are default | config | env | cli | implied
       *
       * @param {string} key
       * @return {string}
       */
      getOptionValueSourceWithGlobals(key) {
        let source;
        this._getCommandAndAncestors().forEach((cmd) => {
          if (cmd.getOptionValueSource(key) !== void 0) {
            source = cmd.getOptionValueSource(key);
          }
        });
        return source;
      }
      /**
       * Get user arguments from implied or explicit arguments.
       * Side-effects: set _scriptPath if args included script. Used for default program name, and subcommand searches.
       *
       * @private
       */
      _prepareUserArgs(argv, parseOptions) {
        if (argv !== void 0 && !Array.isArray(argv)) {
          throw new Error("first parameter to parse must be array or undefined");
        }
        parseOptions = parseOptions || {};
        if (argv === void 0 && parseOptions.from === void 0) {
          if (process2.versions?.electron) {
            parseOptions.from = "electron";
          }
          const execArgv = process2.execArgv ?? [];
          if (execArgv.includes("-e") || execArgv.includes("--eval") || execArgv.includes("-p") || execArgv.includes("--print")) {
            parseOptions.from = "eval";
          }
        }
        if (argv === void 0) {
          argv = process2.argv;
        }
        this.rawArgs = argv.slice();
        let userArgs;
        switch (parseOptions.from) {
          case void 0:
          case "node":
            this._scriptPath = argv[1];
            userArgs = argv.slice(2);
            break;
          case "electron":
            if (process2.defaultApp) {
              this._scriptPath = argv[1];
              userArgs = argv.slice(2);
            } else {
              userArgs = argv.slice(1);
            }
            break;
          case "user":
            userArgs = argv.slice(0);
            break;
          case "eval":
            userArgs = argv.slice(1);
            break;
          default:
            throw new Error(
              `unexpected parse option { from: '${parseOptions.from}' }`
            );
        }
        if (!this._name && this._scriptPath)
          this.nameFromFilename(this._scriptPath);
        this._name = this._name || "program";
        return userArgs;
      }
      /**
       * Parse `argv`, setting options and invoking commands when defined.
       *
       * Use parseAsync instead of parse if any of your action handlers are async.
       *
       * Call with no parameters to parse `process.argv`. Detects Electron and special node options like `node --eval`. Easy mode!
       *
       * Or call with an array of strings to parse, and optionally where the user arguments start by specifying where the arguments are `from`:
       * - `'node'`: default, `argv[0]` is the application and `argv[1]` is the script being run, with user arguments after that
       * - `'electron'`: `argv[0]` is the application and `argv[1]` varies depending on whether the electron application is packaged
       * - `'user'`: just user arguments
       *
       * @example
       * program.parse(); // parse process.argv and auto-detect electron and special node flags
       * program.parse(process.argv); // assume argv[0] is app and argv[1] is script
       * program.parse(my-args, { from: 'user' }); // just user supplied arguments, nothing special about argv[0]
       *
       * @param {string[]} [argv] - optional, defaults to process.argv
       * @param {object} [parseOptions] - optionally specify style of options with from: node/user/electron
       * @param {string} [parseOptions.from] - where the args are from: 'node', 'user', 'electron'
       * @return {Command} `this` command for chaining
       */
      parse(argv, parseOptions) {
        this._prepareForParse();
        const userArgs = this._prepareUserArgs(argv, parseOptions);
        this._parseCommand([], userArgs);
        return this;
      }
      /**
       * Parse `argv`, setting options and invoking commands when defined.
       *
       * Call with no parameters to parse `process.argv`. Detects Electron and special node options like `node --eval`. Easy mode!
       *
       * Or call with an array of strings to parse, and optionally where the user arguments start by specifying where the arguments are `from`:
       * - `'node'`: default, `argv[0]` is the application and `argv[1]` is the script being run, with user arguments after that
       * - `'electron'`: `argv[0]` is the application and `argv[1]` varies depending on whether the electron application is packaged
       * - `'user'`: just user arguments
       *
       * @example
       * await program.parseAsync(); // parse process.argv and auto-detect electron and special node flags
       * await program.parseAsync(process.argv); // assume argv[0] is app and argv[1] is script
       * await program.parseAsync(my-args, { from: 'user' }); // just user supplied arguments, nothing special about argv[0]
       *
       * @param {string[]} [argv]
       * @param {object} [parseOptions]
       * @param {string} parseOptions.from - where the args are from: 'node', 'user', 'electron'
       * @return {Promise}
       */
      async parseAsync(argv, parseOptions) {
        this._prepareForParse();
        const userArgs = this._prepareUserArgs(argv, parseOptions);
        await this._parseCommand([], userArgs);
        return this;
      }
      _prepareForParse() {
        if (this._savedState === null) {
          this.saveStateBeforeParse();
        } else {
          this.restoreStateBeforeParse();
        }
      }
      /**
       * Called the first time parse is called to save state and allow a restore before subsequent calls to parse.
       * Not usually called directly, but available for subclasses to save their custom state.
       *
       * This is called in a lazy way. Only commands used in parsing chain will have state saved.
       */
      saveStateBeforeParse() {
        this._savedState = {
          // name is stable if supplied by author, but may be unspecified for root command and deduced during parsing
          _name: this._name,
          // option values before parse have default values (including false for negated options)
          // shallow clones
          _optionValues: { ...this._optionValues },
          _optionValueSources: { ...this._optionValueSources }
        };
      }
      /**
       * Restore state before parse for calls after the first.
       * Not usually called directly, but available for subclasses to save their custom state.
       *
       * This is called in a lazy way. Only commands used in parsing chain will have state restored.
       */
      restoreStateBeforeParse() {
        if (this._storeOptionsAsProperties)
          throw new Error(`Can not call parse again when storeOptionsAsProperties is true.
- either make a new Command for each call to parse, or stop storing options as properties`);
        this._name = this._savedState._name;
        this._scriptPath = null;
        this.rawArgs = [];
        this._optionValues = { ...this._savedState._optionValues };
        this._optionValueSources = { ...this._savedState._optionValueSources };
        this.args = [];
        this.processedArgs = [];
      }
      /**
       * Throw if expected executable is missing. Add lots of help for author.
       *
       * @param {string} executableFile
       * @param {string} executableDir
       * @param {string} subcommandName
       */
      _checkForMissingExecutable(executableFile, executableDir, subcommandName) {
        if (fs29.existsSync(executableFile)) return;
        const executableDirMessage = executableDir ? `searched for local subcommand relative to directory '${executableDir}'` : "no directory for search for local subcommand, use .executableDir() to supply a custom directory";
        const executableMissing = `'${executableFile}' does not exist
 - if '${subcommandName}' is not meant to be an executable command, remove description parameter from '.command()' and use '.description()' instead
 - if the default executable name is not suitable, use the executableFile option to supply a custom name or path
 - ${executableDirMessage}`;
        throw new Error(executableMissing);
      }
      /**
       * Execute a sub-command executable.
       *
       * @private
       */
      _executeSubCommand(subcommand, args) {
        args = args.slice();
        let launchWithNode = false;
        const sourceExt = [".js", ".ts", ".tsx", ".mjs", ".cjs"];
        function findFile(baseDir, baseName) {
          const localBin = path30.resolve(baseDir, baseName);
          if (fs29.existsSync(localBin)) return localBin;
          if (sourceExt.includes(path30.extname(baseName))) return void 0;
          const foundExt = sourceExt.find(
            (ext) => fs29.existsSync(`${localBin}${ext}`)
          );
          if (foundExt) return `${localBin}${foundExt}`;
          return void 0;
        }
        this._checkForMissingMandatoryOptions();
        this._checkForConflictingOptions();
        let executableFile = subcommand._executableFile || `${this._name}-${subcommand._name}`;
        let executableDir = this._executableDir || "";
        if (this._scriptPath) {
          let resolvedScriptPath;
          try {
            resolvedScriptPath = fs29.realpathSync(this._scriptPath);
          } catch {
            resolvedScriptPath = this._scriptPath;
          }
          executableDir = path30.resolve(
            path30.dirname(resolvedScriptPath),
            executableDir
          );
        }
        if (executableDir) {
          let localFile = findFile(executableDir, executableFile);
          if (!localFile && !subcommand._executableFile && this._scriptPath) {
            const legacyName = path30.basename(
              this._scriptPath,
              path30.extname(this._scriptPath)
            );
            if (legacyName !== this._name) {
              localFile = findFile(
                executableDir,
                `${legacyName}-${subcommand._name}`
              );
            }
          }
          executableFile = localFile || executableFile;
        }
        launchWithNode = sourceExt.includes(path30.extname(executableFile));
        let proc;
        if (process2.platform !== "win32") {
          if (launchWithNode) {
            args.unshift(executableFile);
            args = incrementNodeInspectorPort(process2.execArgv).concat(args);
            proc = childProcess.spawn(process2.argv[0], args, { stdio: "inherit" });
          } else {
            proc = childProcess.spawn(executableFile, args, { stdio: "inherit" });
          }
        } else {
          this._checkForMissingExecutable(
            executableFile,
            executableDir,
            subcommand._name
          );
          args.unshift(executableFile);
          args = incrementNodeInspectorPort(process2.execArgv).concat(args);
          proc = childProcess.spawn(process2.execPath, args, { stdio: "inherit" });
        }
        if (!proc.killed) {
          const signals = ["SIGUSR1", "SIGUSR2", "SIGTERM", "SIGINT", "SIGHUP"];
          signals.forEach((signal) => {
            process2.on(signal, () => {
              if (proc.killed === false && proc.exitCode === null) {
                proc.kill(signal);
              }
            });
          });
        }
        const exitCallback = this._exitCallback;
        proc.on("close", (code) => {
          code = code ?? 1;
          if (!exitCallback) {
            process2.exit(code);
          } else {
            exitCallback(
              new CommanderError2(
                code,
                "commander.executeSubCommandAsync",
                "(close)"
              )
            );
          }
        });
        proc.on("error", (err) => {
          if (err.code === "ENOENT") {
            this._checkForMissingExecutable(
              executableFile,
              executableDir,
              subcommand._name
            );
          } else if (err.code === "EACCES") {
            throw new Error(`'${executableFile}' not executable`);
          }
          if (!exitCallback) {
            process2.exit(1);
          } else {
            const wrappedError = new CommanderError2(
              1,
              "commander.executeSubCommandAsync",
              "(error)"
            );
            wrappedError.nestedError = err;
            exitCallback(wrappedError);
          }
        });
        this.runningCommand = proc;
      }
      /**
       * @private
       */
      _dispatchSubcommand(commandName, operands, unknown) {
        const subCommand = this._findCommand(commandName);
        if (!subCommand) this.help({ error: true });
        subCommand._prepareForParse();
        let promiseChain;
        promiseChain = this._chainOrCallSubCommandHook(
          promiseChain,
          subCommand,
          "preSubcommand"
        );
        promiseChain = this._chainOrCall(promiseChain, () => {
          if (subCommand._executableHandler) {
            this._executeSubCommand(subCommand, operands.concat(unknown));
          } else {
            return subCommand._parseCommand(operands, unknown);
          }
        });
        return promiseChain;
      }
      /**
       * Invoke help directly if possible, or dispatch if necessary.
       * e.g. help foo
       *
       * @private
       */
      _dispatchHelpCommand(subcommandName) {
        if (!subcommandName) {
          this.help();
        }
        const subCommand = this._findCommand(subcommandName);
        if (subCommand && !subCommand._executableHandler) {
          subCommand.help();
        }
        return this._dispatchSubcommand(
          subcommandName,
          [],
          [this._getHelpOption()?.long ?? this._getHelpOption()?.short ?? "--help"]
        );
      }
      /**
       * Check this.args against expected this.registeredArguments.
       *
       * @private
       */
      _checkNumberOfArguments() {
        this.registeredArguments.forEach((arg, i) => {
          if (arg.required && this.args[i] == null) {
            this.missingArgument(arg.name());
          }
        });
        if (this.registeredArguments.length > 0 && this.registeredArguments[this.registeredArguments.length - 1].variadic) {
          return;
        }
        if (this.args.length > this.registeredArguments.length) {
          this._excessArguments(this.args);
        }
      }
      /**
       * Process this.args using this.registeredArguments and save as this.processedArgs!
       *
       * @private
       */
      _processArguments() {
        const myParseArg = (argument, value, previous) => {
          let parsedValue = value;
          if (value !== null && argument.parseArg) {
            const invalidValueMessage = `error: command-argument value '${value}' is invalid for argument '${argument.name()}'.`;
            parsedValue = this._callParseArg(
              argument,
              value,
              previous,
              invalidValueMessage
            );
          }
          return parsedValue;
        };
        this._checkNumberOfArguments();
        const processedArgs = [];
        this.registeredArguments.forEach((declaredArg, index) => {
          let value = declaredArg.defaultValue;
          if (declaredArg.variadic) {
            if (index < this.args.length) {
              value = this.args.slice(index);
              if (declaredArg.parseArg) {
                value = value.reduce((processed, v) => {
                  return myParseArg(declaredArg, v, processed);
                }, declaredArg.defaultValue);
              }
            } else if (value === void 0) {
              value = [];
            }
          } else if (index < this.args.length) {
            value = this.args[index];
            if (declaredArg.parseArg) {
              value = myParseArg(declaredArg, value, declaredArg.defaultValue);
            }
          }
          processedArgs[index] = value;
        });
        this.processedArgs = processedArgs;
      }
      /**
       * Once we have a promise we chain, but call synchronously until then.
       *
       * @param {(Promise|undefined)} promise
       * @param {Function} fn
       * @return {(Promise|undefined)}
       * @private
       */
      _chainOrCall(promise, fn) {
        if (promise && promise.then && typeof promise.then === "function") {
          return promise.then(() => fn());
        }
        return fn();
      }
      /**
       *
       * @param {(Promise|undefined)} promise
       * @param {string} event
       * @return {(Promise|undefined)}
       * @private
       */
      _chainOrCallHooks(promise, event) {
        let result = promise;
        const hooks = [];
        this._getCommandAndAncestors().reverse().filter((cmd) => cmd._lifeCycleHooks[event] !== void 0).forEach((hookedCommand) => {
          hookedCommand._lifeCycleHooks[event].forEach((callback) => {
            hooks.push({ hookedCommand, callback });
          });
        });
        if (event === "postAction") {
          hooks.reverse();
        }
        hooks.forEach((hookDetail) => {
          result = this._chainOrCall(result, () => {
            return hookDetail.callback(hookDetail.hookedCommand, this);
          });
        });
        return result;
      }
      /**
       *
       * @param {(Promise|undefined)} promise
       * @param {Command} subCommand
       * @param {string} event
       * @return {(Promise|undefined)}
       * @private
       */
      _chainOrCallSubCommandHook(promise, subCommand, event) {
        let result = promise;
        if (this._lifeCycleHooks[event] !== void 0) {
          this._lifeCycleHooks[event].forEach((hook) => {
            result = this._chainOrCall(result, () => {
              return hook(this, subCommand);
            });
          });
        }
        return result;
      }
      /**
       * Process arguments in context of this command.
       * Returns action result, in case it is a promise.
       *
       * @private
       */
      _parseCommand(operands, unknown) {
        const parsed = this.parseOptions(unknown);
        this._parseOptionsEnv();
        this._parseOptionsImplied();
        operands = operands.concat(parsed.operands);
        unknown = parsed.unknown;
        this.args = operands.concat(unknown);
        if (operands && this._findCommand(operands[0])) {
          return this._dispatchSubcommand(operands[0], operands.slice(1), unknown);
        }
        if (this._getHelpCommand() && operands[0] === this._getHelpCommand().name()) {
          return this._dispatchHelpCommand(operands[1]);
        }
        if (this._defaultCommandName) {
          this._outputHelpIfRequested(unknown);
          return this._dispatchSubcommand(
            this._defaultCommandName,
            operands,
            unknown
          );
        }
        if (this.commands.length && this.args.length === 0 && !this._actionHandler && !this._defaultCommandName) {
          this.help({ error: true });
        }
        this._outputHelpIfRequested(parsed.unknown);
        this._checkForMissingMandatoryOptions();
        this._checkForConflictingOptions();
        const checkForUnknownOptions = () => {
          if (parsed.unknown.length > 0) {
            this.unknownOption(parsed.unknown[0]);
          }
        };
        const commandEvent = `command:${this.name()}`;
        if (this._actionHandler) {
          checkForUnknownOptions();
          this._processArguments();
          let promiseChain;
          promiseChain = this._chainOrCallHooks(promiseChain, "preAction");
          promiseChain = this._chainOrCall(
            promiseChain,
            () => this._actionHandler(this.processedArgs)
          );
          if (this.parent) {
            promiseChain = this._chainOrCall(promiseChain, () => {
              this.parent.emit(commandEvent, operands, unknown);
            });
          }
          promiseChain = this._chainOrCallHooks(promiseChain, "postAction");
          return promiseChain;
        }
        if (this.parent && this.parent.listenerCount(commandEvent)) {
          checkForUnknownOptions();
          this._processArguments();
          this.parent.emit(commandEvent, operands, unknown);
        } else if (operands.length) {
          if (this._findCommand("*")) {
            return this._dispatchSubcommand("*", operands, unknown);
          }
          if (this.listenerCount("command:*")) {
            this.emit("command:*", operands, unknown);
          } else if (this.commands.length) {
            this.unknownCommand();
          } else {
            checkForUnknownOptions();
            this._processArguments();
          }
        } else if (this.commands.length) {
          checkForUnknownOptions();
          this.help({ error: true });
        } else {
          checkForUnknownOptions();
          this._processArguments();
        }
      }
      /**
       * Find matching command.
       *
       * @private
       * @return {Command | undefined}
       */
      _findCommand(name) {
        if (!name) return void 0;
        return this.commands.find(
          (cmd) => cmd._name === name || cmd._aliases.includes(name)
        );
      }
      /**
       * Return an option matching `arg` if any.
       *
       * @param {string} arg
       * @return {Option}
       * @package
       */
      _findOption(arg) {
        return this.options.find((option) => option.is(arg));
      }
      /**
       * Display an error message if a mandatory option does not have a value.
       * Called after checking for help flags in leaf subcommand.
       *
       * @private
       */
      _checkForMissingMandatoryOptions() {
        this._getCommandAndAncestors().forEach((cmd) => {
          cmd.options.forEach((anOption) => {
            if (anOption.mandatory && cmd.getOptionValue(anOption.attributeName()) === void 0) {
              cmd.missingMandatoryOptionValue(anOption);
            }
          });
        });
      }
      /**
       * Display an error message if conflicting options are used together in this.
       *
       * @private
       */
      _checkForConflictingLocalOptions() {
        const definedNonDefaultOptions = this.options.filter((option) => {
          const optionKey = option.attributeName();
          if (this.getOptionValue(optionKey) === void 0) {
            return false;
          }
          return this.getOptionValueSource(optionKey) !== "default";
        });
        const optionsWithConflicting = definedNonDefaultOptions.filter(
          (option) => option.conflictsWith.length > 0
        );
        optionsWithConflicting.forEach((option) => {
          const conflictingAndDefined = definedNonDefaultOptions.find(
            (defined) => option.conflictsWith.includes(defined.attributeName())
          );
          if (conflictingAndDefined) {
            this._conflictingOption(option, conflictingAndDefined);
          }
        });
      }
      /**
       * Display an error message if conflicting options are used together.
       * Called after checking for help flags in leaf subcommand.
       *
       * @private
       */
      _checkForConflictingOptions() {
        this._getCommandAndAncestors().forEach((cmd) => {
          cmd._checkForConflictingLocalOptions();
        });
      }
      /**
       * Parse options from `argv` removing known options,
       * and return argv split into operands and unknown arguments.
       *
       * Side effects: modifies command by storing options. Does not reset state if called again.
       *
       * Examples:
       *
       *     argv => operands, unknown
       *     --known kkk op => [op], []
       *     op --known kkk => [op], []
       *     sub --unknown uuu op => [sub], [--unknown uuu op]
       *     sub -- --unknown uuu op => [sub --unknown uuu op], []
       *
       * @param {string[]} argv
       * @return {{operands: string[], unknown: string[]}}
       */
      parseOptions(argv) {
        const operands = [];
        const unknown = [];
        let dest = operands;
        const args = argv.slice();
        function maybeOption(arg) {
          return arg.length > 1 && arg[0] === "-";
        }
        let activeVariadicOption = null;
        while (args.length) {
          const arg = args.shift();
          if (arg === "--") {
            if (dest === unknown) dest.push(arg);
            dest.push(...args);
            break;
          }
          if (activeVariadicOption && !maybeOption(arg)) {
            this.emit(`option:${activeVariadicOption.name()}`, arg);
            continue;
          }
          activeVariadicOption = null;
          if (maybeOption(arg)) {
            const option = this._findOption(arg);
            if (option) {
              if (option.required) {
                const value = args.shift();
                if (value === void 0) this.optionMissingArgument(option);
                this.emit(`option:${option.name()}`, value);
              } else if (option.optional) {
                let value = null;
                if (args.length > 0 && !maybeOption(args[0])) {
                  value = args.shift();
                }
                this.emit(`option:${option.name()}`, value);
              } else {
                this.emit(`option:${option.name()}`);
              }
              activeVariadicOption = option.variadic ? option : null;
              continue;
            }
          }
          if (arg.length > 2 && arg[0] === "-" && arg[1] !== "-") {
            const option = this._findOption(`-${arg[1]}`);
            if (option) {
              if (option.required || option.optional && this._combineFlagAndOptionalValue) {
                this.emit(`option:${option.name()}`, arg.slice(2));
              } else {
                this.emit(`option:${option.name()}`);
                args.unshift(`-${arg.slice(2)}`);
              }
              continue;
            }
          }
          if (/^--[^=]+=/.test(arg)) {
            const index = arg.indexOf("=");
            const option = this._findOption(arg.slice(0, index));
            if (option && (option.required || option.optional)) {
              this.emit(`option:${option.name()}`, arg.slice(index + 1));
              continue;
            }
          }
          if (maybeOption(arg)) {
            dest = unknown;
          }
          if ((this._enablePositionalOptions || this._passThroughOptions) && operands.length === 0 && unknown.length === 0) {
            if (this._findCommand(arg)) {
              operands.push(arg);
              if (args.length > 0) unknown.push(...args);
              break;
            } else if (this._getHelpCommand() && arg === this._getHelpCommand().name()) {
              operands.push(arg);
              if (args.length > 0) operands.push(...args);
              break;
            } else if (this._defaultCommandName) {
              unknown.push(arg);
              if (args.length > 0) unknown.push(...args);
              break;
            }
          }
          if (this._passThroughOptions) {
            dest.push(arg);
            if (args.length > 0) dest.push(...args);
            break;
          }
          dest.push(arg);
        }
        return { operands, unknown };
      }
      /**
       * Return an object containing local option values as key-value pairs.
       *
       * @return {object}
       */
      opts() {
        if (this._storeOptionsAsProperties) {
          const result = {};
          const len = this.options.length;
          for (let i = 0; i < len; i++) {
            const key = this.options[i].attributeName();
            result[key] = key === this._versionOptionName ? this._version : this[key];
          }
          return result;
        }
        return this._optionValues;
      }
      /**
       * Return an object containing merged local and global option values as key-value pairs.
       *
       * @return {object}
       */
      optsWithGlobals() {
        return this._getCommandAndAncestors().reduce(
          (combinedOptions, cmd) => Object.assign(combinedOptions, cmd.opts()),
          {}
        );
      }
      /**
       * Display error message and exit (or call exitOverride).
       *
       * @param {string} message
       * @param {object} [errorOptions]
       * @param {string} [errorOptions.code] - an id string representing the error
       * @param {number} [errorOptions.exitCode] - used with process.exit
       */
      error(message, errorOptions) {
        this._outputConfiguration.outputError(
          `${message}
`,
          this._outputConfiguration.writeErr
        );
        if (typeof this._showHelpAfterError === "string") {
          this._outputConfiguration.writeErr(`${this._showHelpAfterError}
`);
        } else if (this._showHelpAfterError) {
          this._outputConfiguration.writeErr("\n");
          this.outputHelp({ error: true });
        }
        const config = errorOptions || {};
        const exitCode = config.exitCode || 1;
        const code = config.code || "commander.error";
        this._exit(exitCode, code, message);
      }
      /**
       * Apply any option related environment variables, if option does
       * not have a value from cli or client code.
       *
       * @private
       */
      _parseOptionsEnv() {
        this.options.forEach((option) => {
          if (option.envVar && option.envVar in process2.env) {
            const optionKey = option.attributeName();
            if (this.getOptionValue(optionKey) === void 0 || ["default", "config", "env"].includes(
              this.getOptionValueSource(optionKey)
            )) {
              if (option.required || option.optional) {
                this.emit(`optionEnv:${option.name()}`, process2.env[option.envVar]);
              } else {
                this.emit(`optionEnv:${option.name()}`);
              }
            }
          }
        });
      }
      /**
       * Apply any implied option values, if option is undefined or default value.
       *
       * @private
       */
      _parseOptionsImplied() {
        const dualHelper = new DualOptions(this.options);
        const hasCustomOptionValue = (optionKey) => {
          return this.getOptionValue(optionKey) !== void 0 && !["default", "implied"].includes(this.getOptionValueSource(optionKey));
        };
        this.options.filter(
          (option) => option.implied !== void 0 && hasCustomOptionValue(option.attributeName()) && dualHelper.valueFromOption(
            this.getOptionValue(option.attributeName()),
            option
          )
        ).forEach((option) => {
          Object.keys(option.implied).filter((impliedKey) => !hasCustomOptionValue(impliedKey)).forEach((impliedKey) => {
            this.setOptionValueWithSource(
              impliedKey,
              option.implied[impliedKey],
              "implied"
            );
          });
        });
      }
      /**
       * Argument `name` is missing.
       *
       * @param {string} name
       * @private
       */
      missingArgument(name) {
        const message = `error: missing required argument '${name}'`;
        this.error(message, { code: "commander.missingArgument" });
      }
      /**
       * `Option` is missing an argument.
       *
       * @param {Option} option
       * @private
       */
      optionMissingArgument(option) {
        const message = `error: option '${option.flags}' argument missing`;
        this.error(message, { code: "commander.optionMissingArgument" });
      }
      /**
       * `Option` does not have a value, and is a mandatory option.
       *
       * @param {Option} option
       * @private
       */
      missingMandatoryOptionValue(option) {
        const message = `error: required option '${option.flags}' not specified`;
        this.error(message, { code: "commander.missingMandatoryOptionValue" });
      }
      /**
       * `Option` conflicts with another option.
       *
       * @param {Option} option
       * @param {Option} conflictingOption
       * @private
       */
      _conflictingOption(option, conflictingOption) {
        const findBestOptionFromValue = (option2) => {
          const optionKey = option2.attributeName();
          const optionValue = this.getOptionValue(optionKey);
          const negativeOption = this.options.find(
            (target) => target.negate && optionKey === target.attributeName()
          );
          const positiveOption = this.options.find(
            (target) => !target.negate && optionKey === target.attributeName()
          );
          if (negativeOption && (negativeOption.presetArg === void 0 && optionValue === false || negativeOption.presetArg !== void 0 && optionValue === negativeOption.presetArg)) {
            return negativeOption;
          }
          return positiveOption || option2;
        };
        const getErrorMessage = (option2) => {
          const bestOption = findBestOptionFromValue(option2);
          const optionKey = bestOption.attributeName();
          const source = this.getOptionValueSource(optionKey);
          if (source === "env") {
            return `environment variable '${bestOption.envVar}'`;
          }
          return `option '${bestOption.flags}'`;
        };
        const message = `error: ${getErrorMessage(option)} cannot be used with ${getErrorMessage(conflictingOption)}`;
        this.error(message, { code: "commander.conflictingOption" });
      }
      /**
       * Unknown option `flag`.
       *
       * @param {string} flag
       * @private
       */
      unknownOption(flag) {
        if (this._allowUnknownOption) return;
        let suggestion = "";
        if (flag.startsWith("--") && this._showSuggestionAfterError) {
          let candidateFlags = [];
          let command2 = this;
          do {
            const moreFlags = command2.createHelp().visibleOptions(command2).filter((option) => option.long).map((option) => option.long);
            candidateFlags = candidateFlags.concat(moreFlags);
            command2 = command2.parent;
          } while (command2 && !command2._enablePositionalOptions);
          suggestion = suggestSimilar(flag, candidateFlags);
        }
        const message = `error: unknown option '${flag}'${suggestion}`;
        this.error(message, { code: "commander.unknownOption" });
      }
      /**
       * Excess arguments, more than expected.
       *
       * @param {string[]} receivedArgs
       * @private
       */
      _excessArguments(receivedArgs) {
        if (this._allowExcessArguments) return;
        const expected = this.registeredArguments.length;
        const s = expected === 1 ? "" : "s";
        const forSubcommand = this.parent ? ` for '${this.name()}'` : "";
        const message = `error: too many arguments${forSubcommand}. Expected ${expected} argument${s} but got ${receivedArgs.length}.`;
        this.error(message, { code: "commander.excessArguments" });
      }
      /**
       * Unknown command.
       *
       * @private
       */
      unknownCommand() {
        const unknownName = this.args[0];
        let suggestion = "";
        if (this._showSuggestionAfterError) {
          const candidateNames2 = [];
          this.createHelp().visibleCommands(this).forEach((command2) => {
            candidateNames2.push(command2.name());
            if (command2.alias()) candidateNames2.push(command2.alias());
          });
          suggestion = suggestSimilar(unknownName, candidateNames2);
        }
        const message = `error: unknown command '${unknownName}'${suggestion}`;
        this.error(message, { code: "commander.unknownCommand" });
      }
      /**
       * Get or set the program version.
       *
       * This method auto-registers the "-V, --version" option which will print the version number.
       *
       * You can optionally supply the flags and description to override the defaults.
       *
       * @param {string} [str]
       * @param {string} [flags]
       * @param {string} [description]
       * @return {(this | string | undefined)} `this` command for chaining, or version string if no arguments
       */
      version(str, flags, description) {
        if (str === void 0) return this._version;
        this._version = str;
        flags = flags || "-V, --version";
        description = description || "output the version number";
        const versionOption = this.createOption(flags, description);
        this._versionOptionName = versionOption.attributeName();
        this._registerOption(versionOption);
        this.on("option:" + versionOption.name(), () => {
          this._outputConfiguration.writeOut(`${str}
`);
          this._exit(0, "commander.version", str);
        });
        return this;
      }
      /**
       * Set the description.
       *
       * @param {string} [str]
       * @param {object} [argsDescription]
       * @return {(string|Command)}
       */
      description(str, argsDescription) {
        if (str === void 0 && argsDescription === void 0)
          return this._description;
        this._description = str;
        if (argsDescription) {
          this._argsDescription = argsDescription;
        }
        return this;
      }
      /**
       * Set the summary. Used when listed as subcommand of parent.
       *
       * @param {string} [str]
       * @return {(string|Command)}
       */
      summary(str) {
        if (str === void 0) return this._summary;
        this._summary = str;
        return this;
      }
      /**
       * Set an alias for the command.
       *
       * You may call more than once to add multiple aliases. Only the first alias is shown in the auto-generated help.
       *
       * @param {string} [alias]
       * @return {(string|Command)}
       */
      alias(alias) {
        if (alias === void 0) return this._aliases[0];
        let command2 = this;
        if (this.commands.length !== 0 && this.commands[this.commands.length - 1]._executableHandler) {
          command2 = this.commands[this.commands.length - 1];
        }
        if (alias === command2._name)
          throw new Error("Command alias can't be the same as its name");
        const matchingCommand = this.parent?._findCommand(alias);
        if (matchingCommand) {
          const existingCmd = [matchingCommand.name()].concat(matchingCommand.aliases()).join("|");
          throw new Error(
            `cannot add alias '${alias}' to command '${this.name()}' as already have command '${existingCmd}'`
          );
        }
        command2._aliases.push(alias);
        return this;
      }
      /**
       * Set aliases for the command.
       *
       * Only the first alias is shown in the auto-generated help.
       *
       * @param {string[]} [aliases]
       * @return {(string[]|Command)}
       */
      aliases(aliases) {
        if (aliases === void 0) return this._aliases;
        aliases.forEach((alias) => this.alias(alias));
        return this;
      }
      /**
       * Set / get the command usage `str`.
       *
       * @param {string} [str]
       * @return {(string|Command)}
       */
      usage(str) {
        if (str === void 0) {
          if (this._usage) return this._usage;
          const args = this.registeredArguments.map((arg) => {
            return humanReadableArgName(arg);
          });
          return [].concat(
            this.options.length || this._helpOption !== null ? "[options]" : [],
            this.commands.length ? "[command]" : [],
            this.registeredArguments.length ? args : []
          ).join(" ");
        }
        this._usage = str;
        return this;
      }
      /**
       * Get or set the name of the command.
       *
       * @param {string} [str]
       * @return {(string|Command)}
       */
      name(str) {
        if (str === void 0) return this._name;
        this._name = str;
        return this;
      }
      /**
       * Set the name of the command from script filename, such as process.argv[1],
       * or require.main.filename, or __filename.
       *
       * (Used internally and public although not documented in README.)
       *
       * @example
       * program.nameFromFilename(require.main.filename);
       *
       * @param {string} filename
       * @return {Command}
       */
      nameFromFilename(filename) {
        this._name = path30.basename(filename, path30.extname(filename));
        return this;
      }
      /**
       * Get or set the directory for searching for executable subcommands of this command.
       *
       * @example
       * program.executableDir(__dirname);
       * // or
       * program.executableDir('subcommands');
       *
       * @param {string} [path]
       * @return {(string|null|Command)}
       */
      executableDir(path31) {
        if (path31 === void 0) return this._executableDir;
        this._executableDir = path31;
        return this;
      }
      /**
       * Return program help documentation.
       *
       * @param {{ error: boolean }} [contextOptions] - pass {error:true} to wrap for stderr instead of stdout
       * @return {string}
       */
      helpInformation(contextOptions) {
        const helper = this.createHelp();
        const context = this._getOutputContext(contextOptions);
        helper.prepareContext({
          error: context.error,
          helpWidth: context.helpWidth,
          outputHasColors: context.hasColors
        });
        const text2 = helper.formatHelp(this, helper);
        if (context.hasColors) return text2;
        return this._outputConfiguration.stripColor(text2);
      }
      /**
       * @typedef HelpContext
       * @type {object}
       * @property {boolean} error
       * @property {number} helpWidth
       * @property {boolean} hasColors
       * @property {function} write - includes stripColor if needed
       *
       * @returns {HelpContext}
       * @private
       */
      _getOutputContext(contextOptions) {
        contextOptions = contextOptions || {};
        const error2 = !!contextOptions.error;
        let baseWrite;
        let hasColors;
        let helpWidth;
        if (error2) {
          baseWrite = (str) => this._outputConfiguration.writeErr(str);
          hasColors = this._outputConfiguration.getErrHasColors();
          helpWidth = this._outputConfiguration.getErrHelpWidth();
        } else {
          baseWrite = (str) => this._outputConfiguration.writeOut(str);
          hasColors = this._outputConfiguration.getOutHasColors();
          helpWidth = this._outputConfiguration.getOutHelpWidth();
        }
        const write2 = (str) => {
          if (!hasColors) str = this._outputConfiguration.stripColor(str);
          return baseWrite(str);
        };
        return { error: error2, write: write2, hasColors, helpWidth };
      }
      /**
       * Output help information for this command.
       *
       * Outputs built-in help, and custom text added using `.addHelpText()`.
       *
       * @param {{ error: boolean } | Function} [contextOptions] - pass {error:true} to write to stderr instead of stdout
       */
      outputHelp(contextOptions) {
        let deprecatedCallback;
        if (typeof contextOptions === "function") {
          deprecatedCallback = contextOptions;
          contextOptions = void 0;
        }
        const outputContext = this._getOutputContext(contextOptions);
        const eventContext = {
          error: outputContext.error,
          write: outputContext.write,
          command: this
        };
        this._getCommandAndAncestors().reverse().forEach((command2) => command2.emit("beforeAllHelp", eventContext));
        this.emit("beforeHelp", eventContext);
        let helpInformation = this.helpInformation({ error: outputContext.error });
        if (deprecatedCallback) {
          helpInformation = deprecatedCallback(helpInformation);
          if (typeof helpInformation !== "string" && !Buffer.isBuffer(helpInformation)) {
            throw new Error("outputHelp callback must return a string or a Buffer");
          }
        }
        outputContext.write(helpInformation);
        if (this._getHelpOption()?.long) {
          this.emit(this._getHelpOption().long);
        }
        this.emit("afterHelp", eventContext);
        this._getCommandAndAncestors().forEach(
          (command2) => command2.emit("afterAllHelp", eventContext)
        );
      }
      /**
       * You can pass in flags and a description to customise the built-in help option.
       * Pass in false to disable the built-in help option.
       *
       * @example
       * program.helpOption('-?, --help' 'show help'); // customise
       * program.helpOption(false); // disable
       *
       * @param {(string | boolean)} flags
       * @param {string} [description]
       * @return {Command} `this` command for chaining
       */
      helpOption(flags, description) {
        if (typeof flags === "boolean") {
          if (flags) {
            this._helpOption = this._helpOption ?? void 0;
          } else {
            this._helpOption = null;
          }
          return this;
        }
        flags = flags ?? "-h, --help";
        description = description ?? "display help for command";
        this._helpOption = this.createOption(flags, description);
        return this;
      }
      /**
       * Lazy create help option.
       * Returns null if has been disabled with .helpOption(false).
       *
       * @returns {(Option | null)} the help option
       * @package
       */
      _getHelpOption() {
        if (this._helpOption === void 0) {
          this.helpOption(void 0, void 0);
        }
        return this._helpOption;
      }
      /**
       * Supply your own option to use for the built-in help option.
       * This is an alternative to using helpOption() to customise the flags and description etc.
       *
       * @param {Option} option
       * @return {Command} `this` command for chaining
       */
      addHelpOption(option) {
        this._helpOption = option;
        return this;
      }
      /**
       * Output help information and exit.
       *
       * Outputs built-in help, and custom text added using `.addHelpText()`.
       *
       * @param {{ error: boolean }} [contextOptions] - pass {error:true} to write to stderr instead of stdout
       */
      help(contextOptions) {
        this.outputHelp(contextOptions);
        let exitCode = Number(process2.exitCode ?? 0);
        if (exitCode === 0 && contextOptions && typeof contextOptions !== "function" && contextOptions.error) {
          exitCode = 1;
        }
        this._exit(exitCode, "commander.help", "(outputHelp)");
      }
      /**
       * // Do a little typing to coordinate emit and listener for the help text events.
       * @typedef HelpTextEventContext
       * @type {object}
       * @property {boolean} error
       * @property {Command} command
       * @property {function} write
       */
      /**
       * Add additional text to be displayed with the built-in help.
       *
       * Position is 'before' or 'after' to affect just this command,
       * and 'beforeAll' or 'afterAll' to affect this command and all its subcommands.
       *
       * @param {string} position - before or after built-in help
       * @param {(string | Function)} text - string to add, or a function returning a string
       * @return {Command} `this` command for chaining
       */
      addHelpText(position, text2) {
        const allowedValues = ["beforeAll", "before", "after", "afterAll"];
        if (!allowedValues.includes(position)) {
          throw new Error(`Unexpected value for position to addHelpText.
Expecting one of '${allowedValues.join("', '")}'`);
        }
        const helpEvent = `${position}Help`;
        this.on(helpEvent, (context) => {
          let helpStr;
          if (typeof text2 === "function") {
            helpStr = text2({ error: context.error, command: context.command });
          } else {
            helpStr = text2;
          }
          if (helpStr) {
            context.write(`${helpStr}
`);
          }
        });
        return this;
      }
      /**
       * Output help information if help flags specified
       *
       * @param {Array} args - array of options to search for help flags
       * @private
       */
      _outputHelpIfRequested(args) {
        const helpOption = this._getHelpOption();
        const helpRequested = helpOption && args.find((arg) => helpOption.is(arg));
        if (helpRequested) {
          this.outputHelp();
          this._exit(0, "commander.helpDisplayed", "(outputHelp)");
        }
      }
    };
    function incrementNodeInspectorPort(args) {
      return args.map((arg) => {
        if (!arg.startsWith("--inspect")) {
          return arg;
        }
        let debugOption;
        let debugHost = "127.0.0.1";
        let debugPort = "9229";
        let match;
        if ((match = arg.match(/^(--inspect(-brk)?)$/)) !== null) {
          debugOption = match[1];
        } else if ((match = arg.match(/^(--inspect(-brk|-port)?)=([^:]+)$/)) !== null) {
          debugOption = match[1];
          if (/^\d+$/.test(match[3])) {
            debugPort = match[3];
          } else {
            debugHost = match[3];
          }
        } else if ((match = arg.match(/^(--inspect(-brk|-port)?)=([^:]+):(\d+)$/)) !== null) {
          debugOption = match[1];
          debugHost = match[3];
          debugPort = match[4];
        }
        if (debugOption && debugPort !== "0") {
          return `${debugOption}=${debugHost}:${parseInt(debugPort) + 1}`;
        }
        return arg;
      });
    }
    function useColor() {
      if (process2.env.NO_COLOR || process2.env.FORCE_COLOR === "0" || process2.env.FORCE_COLOR === "false")
        return false;
      if (process2.env.FORCE_COLOR || process2.env.CLICOLOR_FORCE !== void 0)
        return true;
      return void 0;
    }
    exports2.Command = Command3;
    exports2.useColor = useColor;
  }
});

// node_modules/commander/index.js
var require_commander = __commonJS({
  "node_modules/commander/index.js"(exports2) {
    var { Argument: Argument2 } = require_argument();
    var { Command: Command3 } = require_command();
    var { CommanderError: CommanderError2, InvalidArgumentError: InvalidArgumentError2 } = require_error();
    var { Help: Help2 } = require_help();
    var { Option: Option2 } = require_option();
    exports2.program = new Command3();
    exports2.createCommand = (name) => new Command3(name);
    exports2.createOption = (flags, description) => new Option2(flags, description);
    exports2.createArgument = (name, description) => new Argument2(name, description);
    exports2.Command = Command3;
    exports2.Option = Option2;
    exports2.Argument = Argument2;
    exports2.Help = Help2;
    exports2.CommanderError = CommanderError2;
    exports2.InvalidArgumentError = InvalidArgumentError2;
    exports2.InvalidOptionArgumentError = InvalidArgumentError2;
  }
});

// cli/check/main.ts
var import_package3 = require("./package.json");

// node_modules/commander/esm.mjs
var import_index = __toESM(require_commander(), 1);
var {
  program,
  createCommand,
  createArgument,
  createOption,
  CommanderError,
  InvalidArgumentError,
  InvalidOptionArgumentError,
  // deprecated old name
  Command,
  Argument,
  Option,
  Help
} = import_index.default;

// lib/facts/instance-families.ts
var CPU_ONLY = /^(?:[acdhmrtxz]|i[ms]?|hpc|u)\d/;
var ACCELERATORS = {
  inf: "AWS Inferentia",
  trn: "AWS Trainium",
  dl: "Gaudi or Qualcomm AI 100",
  g4ad: "AMD GPUs"
};
function nonNvidiaAccelerator(family) {
  const accelerator = Object.keys(ACCELERATORS).find(
    (name) => family.startsWith(name) && (name === family || /^\d/.test(family.slice(name.length)))
  );
  if (accelerator) return ACCELERATORS[accelerator];
  return isCpuFamily(family) ? "no GPU" : void 0;
}
function isCpuFamily(family) {
  return CPU_ONLY.test(family);
}

// lib/facts/cpu-instances.json
var cpu_instances_default = {
  source: "Types: botocore 1.44.5 ProductionVariantInstanceType, those without GPU or accelerator whose processors are x86_64. vCPUs, memory and local storage (total NVMe size in GB of 10^9 bytes; 0 for EBS only): the EC2 type of the same name, from EC2 DescribeInstanceTypes as kept in getmoto/moto 5.2.1 (2026). Read 2026-11-22.",
  prices: { source: "On demand, us-east-1. m5.large, m5.xlarge and m5.2xlarge: AWS Price List API, usage type USE1-Host, as quoted in three public repositories that read it (2026-07-30, 2026-06-27 and 2026-09-28); m5.xlarge also foundation-model-benchmarking-tool pricing.yml (2025-04). c5.xlarge: worked example on the SageMaker pricing page, as quoted by a public course (2026-10-06). Other sizes of c5 and m5: public copies of the SageMaker price list (2024) that agree with each other and with all of the readings above; copies that contradict the API (0.269 for m5.xlarge) were left out. All other families: no citable figure was found, absent. Read 2026-11-26.", readFrom: "2024", readUntil: "2026-10" },
  instances: [
    { name: "ml.t2.medium", vcpus: 2, memoryGiB: 4, localStorageGb: 0 },
    { name: "ml.t2.large", vcpus: 2, memoryGiB: 8, localStorageGb: 0 },
    { name: "ml.t2.xlarge", vcpus: 4, memoryGiB: 16, localStorageGb: 0 },
    { name: "ml.t2.2xlarge", vcpus: 8, memoryGiB: 32, localStorageGb: 0 },
    { name: "ml.m4.xlarge", vcpus: 4, memoryGiB: 16, localStorageGb: 0 },
    { name: "ml.m4.2xlarge", vcpus: 8, memoryGiB: 32, localStorageGb: 0 },
    { name: "ml.m4.4xlarge", vcpus: 16, memoryGiB: 64, localStorageGb: 0 },
    { name: "ml.m4.10xlarge", vcpus: 40, memoryGiB: 160, localStorageGb: 0 },
    { name: "ml.m4.16xlarge", vcpus: 64, memoryGiB: 256, localStorageGb: 0 },
    { name: "ml.m5.large", vcpus: 2, memoryGiB: 8, localStorageGb: 0, usdPerHour: 0.115 },
    { name: "ml.m5.xlarge", vcpus: 4, memoryGiB: 16, localStorageGb: 0, usdPerHour: 0.23 },
    { name: "ml.m5.2xlarge", vcpus: 8, memoryGiB: 32, localStorageGb: 0, usdPerHour: 0.461 },
    { name: "ml.m5.4xlarge", vcpus: 16, memoryGiB: 64, localStorageGb: 0, usdPerHour: 0.922 },
    { name: "ml.m5.12xlarge", vcpus: 48, memoryGiB: 192, localStorageGb: 0, usdPerHour: 2.765 },
    { name: "ml.m5.24xlarge", vcpus: 96, memoryGiB: 384, localStorageGb: 0, usdPerHour: 5.53 },
    { name: "ml.m5d.large", vcpus: 2, memoryGiB: 8, localStorageGb: 75 },
    { name: "ml.m5d.xlarge", vcpus: 4, memoryGiB: 16, localStorageGb: 150 },
    { name: "ml.m5d.2xlarge", vcpus: 8, memoryGiB: 32, localStorageGb: 300 },
    { name: "ml.m5d.4xlarge", vcpus: 16, memoryGiB: 64, localStorageGb: 600 },
    { name: "ml.m5d.12xlarge", vcpus: 48, memoryGiB: 192, localStorageGb: 1800 },
    { name: "ml.m5d.24xlarge", vcpus: 96, memoryGiB: 384, localStorageGb: 3600 },
    { name: "ml.c4.large", vcpus: 2, memoryGiB: 3.75, localStorageGb: 0 },
    { name: "ml.c4.xlarge", vcpus: 4, memoryGiB: 7.5, localStorageGb: 0 },
    { name: "ml.c4.2xlarge", vcpus: 8, memoryGiB: 15, localStorageGb: 0 },
    { name: "ml.c4.4xlarge", vcpus: 16, memoryGiB: 30, localStorageGb: 0 },
    { name: "ml.c4.8xlarge", vcpus: 36, memoryGiB: 60, localStorageGb: 0 },
    { name: "ml.c5.large", vcpus: 2, memoryGiB: 4, localStorageGb: 0, usdPerHour: 0.102 },
    { name: "ml.c5.xlarge", vcpus: 4, memoryGiB: 8, localStorageGb: 0, usdPerHour: 0.204 },
    { name: "ml.c5.2xlarge", vcpus: 8, memoryGiB: 16, localStorageGb: 0, usdPerHour: 0.408 },
    { name: "ml.c5.4xlarge", vcpus: 16, memoryGiB: 32, localStorageGb: 0, usdPerHour: 0.816 },
    { name: "ml.c5.9xlarge", vcpus: 36, memoryGiB: 72, localStorageGb: 0, usdPerHour: 1.836 },
    { name: "ml.c5.18xlarge", vcpus: 72, memoryGiB: 144, localStorageGb: 0, usdPerHour: 3.672 },
    { name: "ml.c5d.large", vcpus: 2, memoryGiB: 4, localStorageGb: 50 },
    { name: "ml.c5d.xlarge", vcpus: 4, memoryGiB: 8, localStorageGb: 100 },
    { name: "ml.c5d.2xlarge", vcpus: 8, memoryGiB: 16, localStorageGb: 200 },
    { name: "ml.c5d.4xlarge", vcpus: 16, memoryGiB: 32, localStorageGb: 400 },
    { name: "ml.c5d.9xlarge", vcpus: 36, memoryGiB: 72, localStorageGb: 900 },
    { name: "ml.c5d.18xlarge", vcpus: 72, memoryGiB: 144, localStorageGb: 1800 },
    { name: "ml.r5.large", vcpus: 2, memoryGiB: 16, localStorageGb: 0 },
    { name: "ml.r5.xlarge", vcpus: 4, memoryGiB: 32, localStorageGb: 0 },
    { name: "ml.r5.2xlarge", vcpus: 8, memoryGiB: 64, localStorageGb: 0 },
    { name: "ml.r5.4xlarge", vcpus: 16, memoryGiB: 128, localStorageGb: 0 },
    { name: "ml.r5.12xlarge", vcpus: 48, memoryGiB: 384, localStorageGb: 0 },
    { name: "ml.r5.24xlarge", vcpus: 96, memoryGiB: 768, localStorageGb: 0 },
    { name: "ml.r5d.large", vcpus: 2, memoryGiB: 16, localStorageGb: 75 },
    { name: "ml.r5d.xlarge", vcpus: 4, memoryGiB: 32, localStorageGb: 150 },
    { name: "ml.r5d.2xlarge", vcpus: 8, memoryGiB: 64, localStorageGb: 300 },
    { name: "ml.r5d.4xlarge", vcpus: 16, memoryGiB: 128, localStorageGb: 600 },
    { name: "ml.r5d.12xlarge", vcpus: 48, memoryGiB: 384, localStorageGb: 1800 },
    { name: "ml.r5d.24xlarge", vcpus: 96, memoryGiB: 768, localStorageGb: 3600 },
    { name: "ml.c6i.large", vcpus: 2, memoryGiB: 4, localStorageGb: 0 },
    { name: "ml.c6i.xlarge", vcpus: 4, memoryGiB: 8, localStorageGb: 0 },
    { name: "ml.c6i.2xlarge", vcpus: 8, memoryGiB: 16, localStorageGb: 0 },
    { name: "ml.c6i.4xlarge", vcpus: 16, memoryGiB: 32, localStorageGb: 0 },
    { name: "ml.c6i.8xlarge", vcpus: 32, memoryGiB: 64, localStorageGb: 0 },
    { name: "ml.c6i.12xlarge", vcpus: 48, memoryGiB: 96, localStorageGb: 0 },
    { name: "ml.c6i.16xlarge", vcpus: 64, memoryGiB: 128, localStorageGb: 0 },
    { name: "ml.c6i.24xlarge", vcpus: 96, memoryGiB: 192, localStorageGb: 0 },
    { name: "ml.c6i.32xlarge", vcpus: 128, memoryGiB: 256, localStorageGb: 0 },
    { name: "ml.m6i.large", vcpus: 2, memoryGiB: 8, localStorageGb: 0 },
    { name: "ml.m6i.xlarge", vcpus: 4, memoryGiB: 16, localStorageGb: 0 },
    { name: "ml.m6i.2xlarge", vcpus: 8, memoryGiB: 32, localStorageGb: 0 },
    { name: "ml.m6i.4xlarge", vcpus: 16, memoryGiB: 64, localStorageGb: 0 },
    { name: "ml.m6i.8xlarge", vcpus: 32, memoryGiB: 128, localStorageGb: 0 },
    { name: "ml.m6i.12xlarge", vcpus: 48, memoryGiB: 192, localStorageGb: 0 },
    { name: "ml.m6i.16xlarge", vcpus: 64, memoryGiB: 256, localStorageGb: 0 },
    { name: "ml.m6i.24xlarge", vcpus: 96, memoryGiB: 384, localStorageGb: 0 },
    { name: "ml.m6i.32xlarge", vcpus: 128, memoryGiB: 512, localStorageGb: 0 },
    { name: "ml.r6i.large", vcpus: 2, memoryGiB: 16, localStorageGb: 0 },
    { name: "ml.r6i.xlarge", vcpus: 4, memoryGiB: 32, localStorageGb: 0 },
    { name: "ml.r6i.2xlarge", vcpus: 8, memoryGiB: 64, localStorageGb: 0 },
    { name: "ml.r6i.4xlarge", vcpus: 16, memoryGiB: 128, localStorageGb: 0 },
    { name: "ml.r6i.8xlarge", vcpus: 32, memoryGiB: 256, localStorageGb: 0 },
    { name: "ml.r6i.12xlarge", vcpus: 48, memoryGiB: 384, localStorageGb: 0 },
    { name: "ml.r6i.16xlarge", vcpus: 64, memoryGiB: 512, localStorageGb: 0 },
    { name: "ml.r6i.24xlarge", vcpus: 96, memoryGiB: 768, localStorageGb: 0 },
    { name: "ml.r6i.32xlarge", vcpus: 128, memoryGiB: 1024, localStorageGb: 0 },
    { name: "ml.m7i.large", vcpus: 2, memoryGiB: 8, localStorageGb: 0 },
    { name: "ml.m7i.xlarge", vcpus: 4, memoryGiB: 16, localStorageGb: 0 },
    { name: "ml.m7i.2xlarge", vcpus: 8, memoryGiB: 32, localStorageGb: 0 },
    { name: "ml.m7i.4xlarge", vcpus: 16, memoryGiB: 64, localStorageGb: 0 },
    { name: "ml.m7i.8xlarge", vcpus: 32, memoryGiB: 128, localStorageGb: 0 },
    { name: "ml.m7i.12xlarge", vcpus: 48, memoryGiB: 192, localStorageGb: 0 },
    { name: "ml.m7i.16xlarge", vcpus: 64, memoryGiB: 256, localStorageGb: 0 },
    { name: "ml.m7i.24xlarge", vcpus: 96, memoryGiB: 384, localStorageGb: 0 },
    { name: "ml.m7i.48xlarge", vcpus: 192, memoryGiB: 768, localStorageGb: 0 },
    { name: "ml.c7i.large", vcpus: 2, memoryGiB: 4, localStorageGb: 0 },
    { name: "ml.c7i.xlarge", vcpus: 4, memoryGiB: 8, localStorageGb: 0 },
    { name: "ml.c7i.2xlarge", vcpus: 8, memoryGiB: 16, localStorageGb: 0 },
    { name: "ml.c7i.4xlarge", vcpus: 16, memoryGiB: 32, localStorageGb: 0 },
    { name: "ml.c7i.8xlarge", vcpus: 32, memoryGiB: 64, localStorageGb: 0 },
    { name: "ml.c7i.12xlarge", vcpus: 48, memoryGiB: 96, localStorageGb: 0 },
    { name: "ml.c7i.16xlarge", vcpus: 64, memoryGiB: 128, localStorageGb: 0 },
    { name: "ml.c7i.24xlarge", vcpus: 96, memoryGiB: 192, localStorageGb: 0 },
    { name: "ml.c7i.48xlarge", vcpus: 192, memoryGiB: 384, localStorageGb: 0 },
    { name: "ml.r7i.large", vcpus: 2, memoryGiB: 16, localStorageGb: 0 },
    { name: "ml.r7i.xlarge", vcpus: 4, memoryGiB: 32, localStorageGb: 0 },
    { name: "ml.r7i.2xlarge", vcpus: 8, memoryGiB: 64, localStorageGb: 0 },
    { name: "ml.r7i.4xlarge", vcpus: 16, memoryGiB: 128, localStorageGb: 0 },
    { name: "ml.r7i.8xlarge", vcpus: 32, memoryGiB: 256, localStorageGb: 0 },
    { name: "ml.r7i.12xlarge", vcpus: 48, memoryGiB: 384, localStorageGb: 0 },
    { name: "ml.r7i.16xlarge", vcpus: 64, memoryGiB: 512, localStorageGb: 0 },
    { name: "ml.r7i.24xlarge", vcpus: 96, memoryGiB: 768, localStorageGb: 0 },
    { name: "ml.r7i.48xlarge", vcpus: 192, memoryGiB: 1536, localStorageGb: 0 },
    { name: "ml.c6in.large", vcpus: 2, memoryGiB: 4, localStorageGb: 0 },
    { name: "ml.c6in.xlarge", vcpus: 4, memoryGiB: 8, localStorageGb: 0 },
    { name: "ml.c6in.2xlarge", vcpus: 8, memoryGiB: 16, localStorageGb: 0 },
    { name: "ml.c6in.4xlarge", vcpus: 16, memoryGiB: 32, localStorageGb: 0 },
    { name: "ml.c6in.8xlarge", vcpus: 32, memoryGiB: 64, localStorageGb: 0 },
    { name: "ml.c6in.12xlarge", vcpus: 48, memoryGiB: 96, localStorageGb: 0 },
    { name: "ml.c6in.16xlarge", vcpus: 64, memoryGiB: 128, localStorageGb: 0 },
    { name: "ml.c6in.24xlarge", vcpus: 96, memoryGiB: 192, localStorageGb: 0 },
    { name: "ml.c6in.32xlarge", vcpus: 128, memoryGiB: 256, localStorageGb: 0 }
  ]
};

// lib/facts/gpu-instances.json
var gpu_instances_default = {
  source: "Types: botocore 1.44.5 ProductionVariantInstanceType; GPUs: aws/sagemaker-hyperpod-cli constants.py and developer.nvidia.com/cuda-gpus; multi-model list and default drivers: Amazon SageMaker developer guide (multi-model-support, inference-gpu-drivers). Read 2026-11-21. GPU memory: total memory as nvidia-smi prints it in published logs of these GPUs, read 2026-11-23. Local storage: total NVMe size of the EC2 type of the same name, in GB of 10^9 bytes, from EC2 DescribeInstanceTypes as kept in getmoto/moto 5.2.1 (2026), read 2026-11-21; p2 and p3 are EBS-only (Amazon EC2 instance types guide); absent where not found.",
  prices: { source: "On demand, AWS Price List API. us-east-1 for g5.16xlarge, g6.xlarge, g6e, p4d, p4de, p5: read 2026-09-27 (public table of SageMaker list prices, to the cent; a type costs the same for hosting as for the other components); us-west-2 for g7e: effective 2026-09-01; others: foundation-model-benchmarking-tool pricing.yml (2025-04), p3 the same. No public figure was found for p2, g7, p5e, p5en, p6: absent.", readFrom: "2025-04", readUntil: "2026-09" },
  amiVersions: { "al2-ami-sagemaker-inference-gpu-2": 535, "al2-ami-sagemaker-inference-gpu-2-1": 535, "al2-ami-sagemaker-inference-gpu-3-1": 550, "al2023-ami-sagemaker-inference-gpu-4-1": 580 },
  amiFamiliesSource: "gpu-2: ProductionVariant in the SageMaker API reference, 'Supported instance types', until botocore 1.36.19 (aws/sagemaker-core#245, 2025-02-14), after which AWS lists the types in the developer guide (inference-gpu-drivers), whose present table could be read in part only: gpu-2-1 stands in one row with gpu-2. 4-1: autogluon/autogluon-cloud dlc_utils.py (#270, 2026-09-18) for g4dn to p5en but g7e; aws-samples/sagemaker-genai-hosting-examples (80ee5eb, 2026-08-06) for g7e (FLUX.2-dev), p5en (GLM-5.2) and p6-b200 (autobench). For 3-1 no list was found. Read 2026-11-23.",
  amiFamilies: {
    "al2-ami-sagemaker-inference-gpu-2": ["g4dn", "g5", "g6", "p3", "p4d", "p4de", "p5"],
    "al2-ami-sagemaker-inference-gpu-2-1": ["g4dn", "g5", "g6", "p3", "p4d", "p4de", "p5"],
    "al2023-ami-sagemaker-inference-gpu-4-1": ["g4dn", "g5", "g6", "g6e", "g7e", "p4d", "p4de", "p5", "p5e", "p5en", "p6-b200"]
  },
  gpuMemoryBandwidth: {
    source: "GB/s of 10^9 bytes, of one GPU: NVIDIA data sheets of each GPU (K80 has 480 for its two GPUs; A10G as in the data sheet of A10; H100 and A100 in the SXM form; T4 also product brief PB-09256; RTX PRO 6000 Blackwell Server Edition: data sheet of 2025-12). B200 and B300: DGX B200 and HGX B300 data sheets, 8 TB/s each. As quoted by third parties, read 2026-11-23. RTX PRO 4500 Blackwell of g7: no figure for a server edition was found, absent.",
    gigabytesPerSecond: { "NVIDIA K80": 240, "NVIDIA V100": 900, "NVIDIA T4": 320, "NVIDIA A10G": 600, "NVIDIA L4": 300, "NVIDIA L40S": 864, "NVIDIA RTX PRO 6000 Blackwell Server Edition": 1597, "NVIDIA A100 40GB": 1555, "NVIDIA A100 80GB": 2039, "NVIDIA H100 80GB": 3350, "NVIDIA H200 141GB": 4800, "NVIDIA B200": 8e3, "NVIDIA B300": 8e3 }
  },
  instances: [
    { name: "ml.p2.xlarge", gpuModel: "NVIDIA K80", gpuCount: 1, gpuMemoryMiB: 11441, computeCapability: "3.7", vcpus: 4, memoryGiB: 61, localStorageGb: 0, arch: "x86_64", multiModel: true, defaultDriver: 470 },
    { name: "ml.p2.8xlarge", gpuModel: "NVIDIA K80", gpuCount: 8, gpuMemoryMiB: 11441, computeCapability: "3.7", vcpus: 32, memoryGiB: 488, localStorageGb: 0, arch: "x86_64", multiModel: false, defaultDriver: 470 },
    { name: "ml.p2.16xlarge", gpuModel: "NVIDIA K80", gpuCount: 16, gpuMemoryMiB: 11441, computeCapability: "3.7", vcpus: 64, memoryGiB: 732, localStorageGb: 0, arch: "x86_64", multiModel: false, defaultDriver: 470 },
    { name: "ml.p3.2xlarge", gpuModel: "NVIDIA V100", gpuCount: 1, gpuMemoryMiB: 16160, computeCapability: "7.0", vcpus: 8, memoryGiB: 61, localStorageGb: 0, arch: "x86_64", multiModel: true, defaultDriver: 470, usdPerHour: 3.825, priceRegion: "us-east-1" },
    { name: "ml.p3.8xlarge", gpuModel: "NVIDIA V100", gpuCount: 4, gpuMemoryMiB: 16160, computeCapability: "7.0", vcpus: 32, memoryGiB: 244, localStorageGb: 0, arch: "x86_64", multiModel: false, defaultDriver: 470, usdPerHour: 14.688, priceRegion: "us-east-1" },
    { name: "ml.p3.16xlarge", gpuModel: "NVIDIA V100", gpuCount: 8, gpuMemoryMiB: 16160, computeCapability: "7.0", vcpus: 64, memoryGiB: 488, localStorageGb: 0, arch: "x86_64", multiModel: false, defaultDriver: 470, usdPerHour: 28.152, priceRegion: "us-east-1" },
    { name: "ml.g4dn.xlarge", gpuModel: "NVIDIA T4", gpuCount: 1, gpuMemoryMiB: 15360, computeCapability: "7.5", vcpus: 4, memoryGiB: 16, localStorageGb: 125, arch: "x86_64", multiModel: true, defaultDriver: 470, usdPerHour: 0.7364, priceRegion: "us-east-1" },
    { name: "ml.g4dn.2xlarge", gpuModel: "NVIDIA T4", gpuCount: 1, gpuMemoryMiB: 15360, computeCapability: "7.5", vcpus: 8, memoryGiB: 32, localStorageGb: 225, arch: "x86_64", multiModel: true, defaultDriver: 470, usdPerHour: 0.94, priceRegion: "us-east-1" },
    { name: "ml.g4dn.4xlarge", gpuModel: "NVIDIA T4", gpuCount: 1, gpuMemoryMiB: 15360, computeCapability: "7.5", vcpus: 16, memoryGiB: 64, localStorageGb: 225, arch: "x86_64", multiModel: true, defaultDriver: 470, usdPerHour: 1.505, priceRegion: "us-east-1" },
    { name: "ml.g4dn.8xlarge", gpuModel: "NVIDIA T4", gpuCount: 1, gpuMemoryMiB: 15360, computeCapability: "7.5", vcpus: 32, memoryGiB: 128, localStorageGb: 900, arch: "x86_64", multiModel: true, defaultDriver: 470, usdPerHour: 2.72, priceRegion: "us-east-1" },
    { name: "ml.g4dn.12xlarge", gpuModel: "NVIDIA T4", gpuCount: 4, gpuMemoryMiB: 15360, computeCapability: "7.5", vcpus: 48, memoryGiB: 192, localStorageGb: 900, arch: "x86_64", multiModel: false, defaultDriver: 470, usdPerHour: 4.89, priceRegion: "us-east-1" },
    { name: "ml.g4dn.16xlarge", gpuModel: "NVIDIA T4", gpuCount: 1, gpuMemoryMiB: 15360, computeCapability: "7.5", vcpus: 64, memoryGiB: 256, localStorageGb: 900, arch: "x86_64", multiModel: true, defaultDriver: 470, usdPerHour: 5.44, priceRegion: "us-east-1" },
    { name: "ml.g5.xlarge", gpuModel: "NVIDIA A10G", gpuCount: 1, gpuMemoryMiB: 23028, computeCapability: "8.6", vcpus: 4, memoryGiB: 16, localStorageGb: 250, arch: "x86_64", multiModel: true, defaultDriver: 470, usdPerHour: 1.408, priceRegion: "us-east-1" },
    { name: "ml.g5.2xlarge", gpuModel: "NVIDIA A10G", gpuCount: 1, gpuMemoryMiB: 23028, computeCapability: "8.6", vcpus: 8, memoryGiB: 32, localStorageGb: 450, arch: "x86_64", multiModel: true, defaultDriver: 470, usdPerHour: 1.515, priceRegion: "us-east-1" },
    { name: "ml.g5.4xlarge", gpuModel: "NVIDIA A10G", gpuCount: 1, gpuMemoryMiB: 23028, computeCapability: "8.6", vcpus: 16, memoryGiB: 64, localStorageGb: 600, arch: "x86_64", multiModel: true, defaultDriver: 470, usdPerHour: 2.03, priceRegion: "us-east-1" },
    { name: "ml.g5.8xlarge", gpuModel: "NVIDIA A10G", gpuCount: 1, gpuMemoryMiB: 23028, computeCapability: "8.6", vcpus: 32, memoryGiB: 128, localStorageGb: 900, arch: "x86_64", multiModel: true, defaultDriver: 470, usdPerHour: 3.06, priceRegion: "us-east-1" },
    { name: "ml.g5.12xlarge", gpuModel: "NVIDIA A10G", gpuCount: 4, gpuMemoryMiB: 23028, computeCapability: "8.6", vcpus: 48, memoryGiB: 192, localStorageGb: 3800, arch: "x86_64", multiModel: false, defaultDriver: 470, usdPerHour: 7.09, priceRegion: "us-east-1" },
    { name: "ml.g5.16xlarge", gpuModel: "NVIDIA A10G", gpuCount: 1, gpuMemoryMiB: 23028, computeCapability: "8.6", vcpus: 64, memoryGiB: 256, localStorageGb: 1900, arch: "x86_64", multiModel: true, defaultDriver: 470, usdPerHour: 5.12, priceRegion: "us-east-1" },
    { name: "ml.g5.24xlarge", gpuModel: "NVIDIA A10G", gpuCount: 4, gpuMemoryMiB: 23028, computeCapability: "8.6", vcpus: 96, memoryGiB: 384, localStorageGb: 3800, arch: "x86_64", multiModel: false, defaultDriver: 470, usdPerHour: 10.18, priceRegion: "us-east-1" },
    { name: "ml.g5.48xlarge", gpuModel: "NVIDIA A10G", gpuCount: 8, gpuMemoryMiB: 23028, computeCapability: "8.6", vcpus: 192, memoryGiB: 768, localStorageGb: 7600, arch: "x86_64", multiModel: false, defaultDriver: 470, usdPerHour: 20.36, priceRegion: "us-east-1" },
    { name: "ml.g6.xlarge", gpuModel: "NVIDIA L4", gpuCount: 1, gpuMemoryMiB: 23034, computeCapability: "8.9", vcpus: 4, memoryGiB: 16, localStorageGb: 250, arch: "x86_64", multiModel: false, defaultDriver: 535, usdPerHour: 1.127, priceRegion: "us-east-1" },
    { name: "ml.g6.2xlarge", gpuModel: "NVIDIA L4", gpuCount: 1, gpuMemoryMiB: 23034, computeCapability: "8.9", vcpus: 8, memoryGiB: 32, localStorageGb: 450, arch: "x86_64", multiModel: false, defaultDriver: 535, usdPerHour: 1.222, priceRegion: "us-east-1" },
    { name: "ml.g6.4xlarge", gpuModel: "NVIDIA L4", gpuCount: 1, gpuMemoryMiB: 23034, computeCapability: "8.9", vcpus: 16, memoryGiB: 64, localStorageGb: 600, arch: "x86_64", multiModel: false, defaultDriver: 535, usdPerHour: 1.654, priceRegion: "us-east-1" },
    { name: "ml.g6.8xlarge", gpuModel: "NVIDIA L4", gpuCount: 1, gpuMemoryMiB: 23034, computeCapability: "8.9", vcpus: 32, memoryGiB: 128, localStorageGb: 900, arch: "x86_64", multiModel: false, defaultDriver: 535, usdPerHour: 2.518, priceRegion: "us-east-1" },
    { name: "ml.g6.12xlarge", gpuModel: "NVIDIA L4", gpuCount: 4, gpuMemoryMiB: 23034, computeCapability: "8.9", vcpus: 48, memoryGiB: 192, localStorageGb: 3760, arch: "x86_64", multiModel: false, defaultDriver: 535, usdPerHour: 5.752, priceRegion: "us-east-1" },
    { name: "ml.g6.16xlarge", gpuModel: "NVIDIA L4", gpuCount: 1, gpuMemoryMiB: 23034, computeCapability: "8.9", vcpus: 64, memoryGiB: 256, localStorageGb: 1880, arch: "x86_64", multiModel: false, defaultDriver: 535, usdPerHour: 4.246, priceRegion: "us-east-1" },
    { name: "ml.g6.24xlarge", gpuModel: "NVIDIA L4", gpuCount: 4, gpuMemoryMiB: 23034, computeCapability: "8.9", vcpus: 96, memoryGiB: 384, localStorageGb: 3760, arch: "x86_64", multiModel: false, defaultDriver: 535, usdPerHour: 8.344, priceRegion: "us-east-1" },
    { name: "ml.g6.48xlarge", gpuModel: "NVIDIA L4", gpuCount: 8, gpuMemoryMiB: 23034, computeCapability: "8.9", vcpus: 192, memoryGiB: 768, localStorageGb: 7520, arch: "x86_64", multiModel: false, defaultDriver: 535, usdPerHour: 16.688, priceRegion: "us-east-1" },
    { name: "ml.g6e.xlarge", gpuModel: "NVIDIA L40S", gpuCount: 1, gpuMemoryMiB: 46068, computeCapability: "8.9", vcpus: 4, memoryGiB: 32, localStorageGb: 250, arch: "x86_64", multiModel: false, usdPerHour: 2.61, priceRegion: "us-east-1" },
    { name: "ml.g6e.2xlarge", gpuModel: "NVIDIA L40S", gpuCount: 1, gpuMemoryMiB: 46068, computeCapability: "8.9", vcpus: 8, memoryGiB: 64, localStorageGb: 450, arch: "x86_64", multiModel: false, usdPerHour: 2.8, priceRegion: "us-east-1" },
    { name: "ml.g6e.4xlarge", gpuModel: "NVIDIA L40S", gpuCount: 1, gpuMemoryMiB: 46068, computeCapability: "8.9", vcpus: 16, memoryGiB: 128, localStorageGb: 600, arch: "x86_64", multiModel: false, usdPerHour: 3.76, priceRegion: "us-east-1" },
    { name: "ml.g6e.8xlarge", gpuModel: "NVIDIA L40S", gpuCount: 1, gpuMemoryMiB: 46068, computeCapability: "8.9", vcpus: 32, memoryGiB: 256, localStorageGb: 900, arch: "x86_64", multiModel: false, usdPerHour: 5.66, priceRegion: "us-east-1" },
    { name: "ml.g6e.12xlarge", gpuModel: "NVIDIA L40S", gpuCount: 4, gpuMemoryMiB: 46068, computeCapability: "8.9", vcpus: 48, memoryGiB: 384, localStorageGb: 3800, arch: "x86_64", multiModel: false, usdPerHour: 13.12, priceRegion: "us-east-1" },
    { name: "ml.g6e.16xlarge", gpuModel: "NVIDIA L40S", gpuCount: 1, gpuMemoryMiB: 46068, computeCapability: "8.9", vcpus: 64, memoryGiB: 512, localStorageGb: 1900, arch: "x86_64", multiModel: false, usdPerHour: 9.47, priceRegion: "us-east-1" },
    { name: "ml.g6e.24xlarge", gpuModel: "NVIDIA L40S", gpuCount: 4, gpuMemoryMiB: 46068, computeCapability: "8.9", vcpus: 96, memoryGiB: 768, localStorageGb: 3800, arch: "x86_64", multiModel: false, usdPerHour: 18.83, priceRegion: "us-east-1" },
    { name: "ml.g6e.48xlarge", gpuModel: "NVIDIA L40S", gpuCount: 8, gpuMemoryMiB: 46068, computeCapability: "8.9", vcpus: 192, memoryGiB: 1536, localStorageGb: 7600, arch: "x86_64", multiModel: false, usdPerHour: 37.66, priceRegion: "us-east-1" },
    { name: "ml.g7.2xlarge", gpuModel: "NVIDIA RTX PRO 4500 Blackwell", gpuCount: 1, gpuMemoryMiB: 32623, computeCapability: "12.0", vcpus: 8, memoryGiB: 32, arch: "x86_64", multiModel: false },
    { name: "ml.g7.4xlarge", gpuModel: "NVIDIA RTX PRO 4500 Blackwell", gpuCount: 1, gpuMemoryMiB: 32623, computeCapability: "12.0", vcpus: 16, memoryGiB: 64, arch: "x86_64", multiModel: false },
    { name: "ml.g7.8xlarge", gpuModel: "NVIDIA RTX PRO 4500 Blackwell", gpuCount: 1, gpuMemoryMiB: 32623, computeCapability: "12.0", vcpus: 32, memoryGiB: 128, arch: "x86_64", multiModel: false },
    { name: "ml.g7.12xlarge", gpuModel: "NVIDIA RTX PRO 4500 Blackwell", gpuCount: 2, gpuMemoryMiB: 32623, computeCapability: "12.0", vcpus: 48, memoryGiB: 192, arch: "x86_64", multiModel: false },
    { name: "ml.g7.24xlarge", gpuModel: "NVIDIA RTX PRO 4500 Blackwell", gpuCount: 4, gpuMemoryMiB: 32623, computeCapability: "12.0", vcpus: 96, memoryGiB: 384, arch: "x86_64", multiModel: false },
    { name: "ml.g7.48xlarge", gpuModel: "NVIDIA RTX PRO 4500 Blackwell", gpuCount: 8, gpuMemoryMiB: 32623, computeCapability: "12.0", vcpus: 192, memoryGiB: 768, arch: "x86_64", multiModel: false },
    { name: "ml.g7e.2xlarge", gpuModel: "NVIDIA RTX PRO 6000 Blackwell Server Edition", gpuCount: 1, gpuMemoryMiB: 97887, computeCapability: "12.0", vcpus: 8, memoryGiB: 64, localStorageGb: 1900, arch: "x86_64", multiModel: false, usdPerHour: 4.2039, priceRegion: "us-west-2" },
    { name: "ml.g7e.4xlarge", gpuModel: "NVIDIA RTX PRO 6000 Blackwell Server Edition", gpuCount: 1, gpuMemoryMiB: 97887, computeCapability: "12.0", vcpus: 16, memoryGiB: 128, localStorageGb: 1900, arch: "x86_64", multiModel: false, usdPerHour: 4.9977, priceRegion: "us-west-2" },
    { name: "ml.g7e.8xlarge", gpuModel: "NVIDIA RTX PRO 6000 Blackwell Server Edition", gpuCount: 1, gpuMemoryMiB: 97887, computeCapability: "12.0", vcpus: 32, memoryGiB: 256, localStorageGb: 1900, arch: "x86_64", multiModel: false, usdPerHour: 6.5853, priceRegion: "us-west-2" },
    { name: "ml.g7e.12xlarge", gpuModel: "NVIDIA RTX PRO 6000 Blackwell Server Edition", gpuCount: 2, gpuMemoryMiB: 97887, computeCapability: "12.0", vcpus: 48, memoryGiB: 512, localStorageGb: 3800, arch: "x86_64", multiModel: false, usdPerHour: 10.3576, priceRegion: "us-west-2" },
    { name: "ml.g7e.24xlarge", gpuModel: "NVIDIA RTX PRO 6000 Blackwell Server Edition", gpuCount: 4, gpuMemoryMiB: 97887, computeCapability: "12.0", vcpus: 96, memoryGiB: 1024, localStorageGb: 7600, arch: "x86_64", multiModel: false, usdPerHour: 20.7152, priceRegion: "us-west-2" },
    { name: "ml.g7e.48xlarge", gpuModel: "NVIDIA RTX PRO 6000 Blackwell Server Edition", gpuCount: 8, gpuMemoryMiB: 97887, computeCapability: "12.0", vcpus: 192, memoryGiB: 2048, localStorageGb: 15200, arch: "x86_64", multiModel: false, usdPerHour: 41.4304, priceRegion: "us-west-2" },
    { name: "ml.p4d.24xlarge", gpuModel: "NVIDIA A100 40GB", gpuCount: 8, gpuMemoryMiB: 40960, computeCapability: "8.0", vcpus: 96, memoryGiB: 1152, localStorageGb: 8e3, arch: "x86_64", multiModel: false, defaultDriver: 470, usdPerHour: 25.2513, priceRegion: "us-east-1" },
    { name: "ml.p4de.24xlarge", gpuModel: "NVIDIA A100 80GB", gpuCount: 8, gpuMemoryMiB: 81920, computeCapability: "8.0", vcpus: 96, memoryGiB: 1152, localStorageGb: 8e3, arch: "x86_64", multiModel: false, defaultDriver: 470, usdPerHour: 31.5641, priceRegion: "us-east-1" },
    { name: "ml.p5.4xlarge", gpuModel: "NVIDIA H100 80GB", gpuCount: 1, gpuMemoryMiB: 81559, computeCapability: "9.0", vcpus: 16, memoryGiB: 256, localStorageGb: 3800, arch: "x86_64", multiModel: false, defaultDriver: 535, usdPerHour: 7.912, priceRegion: "us-east-1" },
    { name: "ml.p5.48xlarge", gpuModel: "NVIDIA H100 80GB", gpuCount: 8, gpuMemoryMiB: 81559, computeCapability: "9.0", vcpus: 192, memoryGiB: 2048, localStorageGb: 30400, arch: "x86_64", multiModel: false, defaultDriver: 535, usdPerHour: 63.296, priceRegion: "us-east-1" },
    { name: "ml.p5e.48xlarge", gpuModel: "NVIDIA H200 141GB", gpuCount: 8, gpuMemoryMiB: 143771, computeCapability: "9.0", vcpus: 192, memoryGiB: 2048, localStorageGb: 30400, arch: "x86_64", multiModel: false, defaultDriver: 550 },
    { name: "ml.p5en.48xlarge", gpuModel: "NVIDIA H200 141GB", gpuCount: 8, gpuMemoryMiB: 143771, computeCapability: "9.0", vcpus: 192, memoryGiB: 2048, localStorageGb: 30400, arch: "x86_64", multiModel: false, defaultDriver: 550 },
    { name: "ml.p6-b200.48xlarge", gpuModel: "NVIDIA B200", gpuCount: 8, gpuMemoryMiB: 183359, computeCapability: "10.0", vcpus: 192, memoryGiB: 2048, localStorageGb: 30400, arch: "x86_64", multiModel: false },
    { name: "ml.p6-b300.48xlarge", gpuModel: "NVIDIA B300", gpuCount: 8, gpuMemoryMiB: 275040, computeCapability: "10.3", vcpus: 192, memoryGiB: 4096, localStorageGb: 30400, arch: "x86_64", multiModel: false },
    { name: "ml.p6e-gb200.36xlarge", gpuModel: "NVIDIA GB200 (Grace Blackwell)", gpuCount: 4, computeCapability: "10.0", vcpus: 144, memoryGiB: 960, arch: "arm64", multiModel: false }
  ]
};

// lib/facts/instance-facts.ts
var WITHOUT_GPU = { gpuCount: 0, arch: "x86_64", multiModel: false };
var factsByName;
function instanceFacts(name) {
  factsByName ??= new Map(allInstanceFacts().map((row) => [row.name, row]));
  return factsByName.get(name);
}
function allInstanceFacts() {
  return [...gpu_instances_default.instances, ...cpu_instances_default.instances.map((row) => ({ ...row, ...WITHOUT_GPU }))];
}

// lib/findings/nearest.ts
var MAX_COMPARED_LENGTH = 100;
function nearestName(unknownName, names2) {
  if (unknownName.length > MAX_COMPARED_LENGTH) return void 0;
  const candidates = names2.filter((name) => Math.abs(name.length - unknownName.length) <= 2);
  const ranked = candidates.map((name) => ({ name, distance: distance(unknownName, name) }));
  return ranked.filter((each) => each.distance <= 2).sort((a, b) => a.distance - b.distance)[0]?.name;
}
function distance(a, b) {
  const rows = [...Array(a.length + 1)].map((_, i) => [...Array(b.length + 1)].map((__, j) => i === 0 ? j : i));
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const changed = rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, changed);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows[a.length][b.length];
}

// lib/facts/triton-images.json
var triton_images_default = {
  source: "Registry accounts and regions: aws/sagemaker-python-sdk sagemaker-tritonserver.json (commit a248126, 2026-08-21); older tags: aws/amazon-sagemaker-examples sm-triton notebooks; component versions: triton-inference-server/server release branches (build.py, compatibility.md). cpuTag: whether the SDK's file, whose processors are cpu and gpu, or a notebook has the release; aws/deep-learning-containers lists images for GPUs only since 23.12. A release that is read elsewhere has a source of its own. Read 2026-11-22.",
  accounts: {
    dlc: { "af-south-1": "626614931356", "ap-east-1": "871362719292", "ap-east-2": "975050140332", "ap-northeast-1": "763104351884", "ap-northeast-2": "763104351884", "ap-northeast-3": "364406365360", "ap-south-1": "763104351884", "ap-south-2": "772153158452", "ap-southeast-1": "763104351884", "ap-southeast-2": "763104351884", "ap-southeast-3": "907027046896", "ap-southeast-4": "457447274322", "ap-southeast-5": "550225433462", "ap-southeast-6": "633930458069", "ap-southeast-7": "590183813437", "ca-central-1": "763104351884", "ca-west-1": "204538143572", "cn-north-1": "727897471807", "cn-northwest-1": "727897471807", "eu-central-1": "763104351884", "eu-central-2": "380420809688", "eu-north-1": "763104351884", "eu-south-1": "692866216735", "eu-south-2": "503227376785", "eu-west-1": "763104351884", "eu-west-2": "763104351884", "eu-west-3": "763104351884", "il-central-1": "780543022126", "me-central-1": "914824155844", "me-south-1": "217643126080", "mx-central-1": "637423239942", "sa-east-1": "763104351884", "us-east-1": "763104351884", "us-east-2": "763104351884", "us-west-1": "763104351884", "us-west-2": "763104351884" },
    legacy: { "af-south-1": "774647643957", "ap-east-1": "110948597952", "ap-northeast-1": "941853720454", "ap-northeast-2": "151534178276", "ap-south-1": "763008648453", "ap-southeast-1": "324986816169", "ap-southeast-2": "355873309152", "ca-central-1": "464438896020", "cn-north-1": "472730292857", "cn-northwest-1": "474822919863", "eu-central-1": "746233611703", "eu-north-1": "601324751636", "eu-south-1": "966458181534", "eu-west-1": "802834080501", "eu-west-2": "205493899709", "eu-west-3": "254080097072", "me-south-1": "836785723513", "sa-east-1": "756306329178", "us-east-1": "785573368785", "us-east-2": "007439368137", "us-west-1": "710691900526", "us-west-2": "301217895009" }
  },
  releases: [
    { release: "21.08", triton: "2.13.0", cuda: "11.4.1", tensorRt: "8.0.1.6", pytorch: "1.10.0a0", python: "3.8", minComputeCapability: "6.0", accounts: "legacy", cpuTag: true, unconfirmed: ["pytorch", "python"] },
    { release: "22.05", triton: "2.22.0", cuda: "11.7", tensorRt: "8.2.5.1", pytorch: "1.12.0a0+8a1a93a9", python: "3.8", minComputeCapability: "6.0", accounts: "legacy", cpuTag: true, unconfirmed: ["python"] },
    { release: "22.07", triton: "2.24.0", cuda: "11.7.1", tensorRt: "8.4", pytorch: "1.13.0a0+08820cb", python: "3.8", minComputeCapability: "6.0", accounts: "legacy", cpuTag: true, unconfirmed: ["triton", "cuda", "python"], source: "TensorRT: NVIDIA/TensorRT, CHANGELOG.md: the newest releases when it was published, in July 2022, are 8.4 (8.4.1 GA 2022-06-14, 8.5.1 GA 2022-11-01). Read 2026-11-23." },
    { release: "22.10", triton: "2.27.0", cuda: "11.8", tensorRt: "8.5", pytorch: "1.13.0a0+d0d6b1f", python: "3.8", minComputeCapability: "6.0", accounts: "legacy", cpuTag: true, unconfirmed: ["triton", "cuda", "tensorrt", "python"] },
    { release: "22.12", triton: "2.29.0", cuda: "11.8", tensorRt: "8.5.1.7", python: "3.8", minComputeCapability: "6.0", accounts: "legacy", cpuTag: true, unconfirmed: ["triton", "python"] },
    { release: "23.02", triton: "2.31.0", cuda: "12.0.1", tensorRt: "8.5.3", pytorch: "1.14.0a0+44dac51c", python: "3.8", minComputeCapability: "6.0", accounts: "legacy", cpuTag: true, unconfirmed: ["triton", "cuda", "tensorrt", "python"] },
    { release: "23.03", triton: "2.32.0", cuda: "12.1.0", tensorRt: "8.5.3.1", pytorch: "2.0.0a0+8aa34602", python: "3.8", minComputeCapability: "6.0", accounts: "legacy", cpuTag: true, unconfirmed: ["triton", "python"] },
    { release: "23.12", triton: "2.41.0", cuda: "12.3.2", tensorRt: "8.6.1.6", onnxRuntime: "1.16.3", pytorch: "2.2.0a0+81ea7a4", python: "3.10", minComputeCapability: "6.0", accounts: "dlc", regions: ["af-south-1", "ap-east-1", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3", "ap-south-1", "ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ca-central-1", "ca-west-1", "cn-north-1", "cn-northwest-1", "eu-central-1", "eu-north-1", "eu-south-1", "eu-west-1", "eu-west-2", "eu-west-3", "il-central-1", "me-south-1", "sa-east-1", "us-east-1", "us-east-2", "us-west-1", "us-west-2"], cpuTag: true },
    { release: "24.01", triton: "2.42.0", cuda: "12.3.2", tensorRt: "8.6.1.6", onnxRuntime: "1.16.3", pytorch: "2.2.0a0+81ea7a4", python: "3.10", minComputeCapability: "6.0", accounts: "dlc", regions: ["af-south-1", "ap-east-1", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3", "ap-south-1", "ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ca-central-1", "ca-west-1", "cn-north-1", "cn-northwest-1", "eu-central-1", "eu-north-1", "eu-south-1", "eu-west-1", "eu-west-2", "eu-west-3", "il-central-1", "me-south-1", "sa-east-1", "us-east-1", "us-east-2", "us-west-1", "us-west-2"], cpuTag: true },
    { release: "24.03", triton: "2.44.0", cuda: "12.4.0.41", tensorRt: "8.6.3", onnxRuntime: "1.17.2", pytorch: "2.3.0a0+40ec155e58", python: "3.10", minComputeCapability: "6.0", accounts: "dlc", regions: ["af-south-1", "ap-east-1", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3", "ap-south-1", "ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ca-central-1", "ca-west-1", "cn-north-1", "cn-northwest-1", "eu-central-1", "eu-north-1", "eu-south-1", "eu-west-1", "eu-west-2", "eu-west-3", "il-central-1", "me-south-1", "sa-east-1", "us-east-1", "us-east-2", "us-west-1", "us-west-2"], cpuTag: true, unconfirmed: ["tensorrt"] },
    { release: "24.05", triton: "2.46.0", cuda: "12.4.1", tensorRt: "10.0.1.6", onnxRuntime: "1.18.0", pytorch: "2.4.0a0+07cecf4168", python: "3.10", minComputeCapability: "6.0", accounts: "dlc", regions: ["af-south-1", "ap-east-1", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3", "ap-south-1", "ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ca-central-1", "ca-west-1", "cn-north-1", "cn-northwest-1", "eu-central-1", "eu-north-1", "eu-south-1", "eu-west-1", "eu-west-2", "eu-west-3", "il-central-1", "me-south-1", "sa-east-1", "us-east-1", "us-east-2", "us-west-1", "us-west-2"], cpuTag: true },
    { release: "24.09", triton: "2.50.0", cuda: "12.6.1", tensorRt: "10.4.0.26", onnxRuntime: "1.19.2", pytorch: "2.5.0a0+b465a5843b", python: "3.10", minComputeCapability: "6.0", accounts: "dlc", regions: ["af-south-1", "ap-east-1", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3", "ap-south-1", "ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ca-central-1", "ca-west-1", "cn-north-1", "cn-northwest-1", "eu-central-1", "eu-north-1", "eu-south-1", "eu-west-1", "eu-west-2", "eu-west-3", "il-central-1", "me-south-1", "sa-east-1", "us-east-1", "us-east-2", "us-west-1", "us-west-2"], cpuTag: true },
    { release: "25.04", triton: "2.57.0", cuda: "12.9.0", tensorRt: "10.9.0.34", onnxRuntime: "1.21.0", pytorch: "2.7.0a0+79aa17489c", python: "3.12", minComputeCapability: "6.0", accounts: "dlc", regions: ["af-south-1", "ap-east-1", "ap-east-2", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3", "ap-south-1", "ap-south-2", "ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ap-southeast-4", "ap-southeast-5", "ap-southeast-7", "ca-central-1", "ca-west-1", "cn-north-1", "cn-northwest-1", "eu-central-1", "eu-central-2", "eu-north-1", "eu-south-1", "eu-south-2", "eu-west-1", "eu-west-2", "eu-west-3", "il-central-1", "me-central-1", "me-south-1", "mx-central-1", "sa-east-1", "us-east-1", "us-east-2", "us-west-1", "us-west-2"], cpuTag: true },
    { release: "25.09", triton: "2.61.0", cuda: "13.0.1", tensorRt: "10.13.3.9", onnxRuntime: "1.23.0", pytorch: "2.9.0a0+50eac811a6", python: "3.12", minComputeCapability: "7.5", accounts: "dlc", regions: ["af-south-1", "ap-east-1", "ap-east-2", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3", "ap-south-1", "ap-south-2", "ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ap-southeast-4", "ap-southeast-5", "ap-southeast-6", "ap-southeast-7", "ca-central-1", "ca-west-1", "eu-central-1", "eu-central-2", "eu-north-1", "eu-south-1", "eu-south-2", "eu-west-1", "eu-west-2", "eu-west-3", "il-central-1", "me-central-1", "me-south-1", "mx-central-1", "sa-east-1", "us-east-1", "us-east-2", "us-west-1", "us-west-2"], cpuTag: true },
    { release: "26.03", triton: "2.67.0", cuda: "13.2.0", tensorRt: "10.16", onnxRuntime: "1.24.2", pytorch: "2.11.0a0+a6c236b9fd1", python: "3.12", minComputeCapability: "7.5", accounts: "dlc", regions: ["af-south-1", "ap-east-1", "ap-east-2", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3", "ap-south-1", "ap-south-2", "ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ap-southeast-4", "ap-southeast-5", "ap-southeast-6", "ap-southeast-7", "ca-central-1", "ca-west-1", "eu-central-1", "eu-central-2", "eu-north-1", "eu-south-1", "eu-south-2", "eu-west-1", "eu-west-2", "eu-west-3", "il-central-1", "me-central-1", "me-south-1", "mx-central-1", "sa-east-1", "us-east-1", "us-east-2", "us-west-1", "us-west-2"], cpuTag: false, unconfirmed: ["tensorrt", "regions"], source: "Published: aws/deep-learning-containers docs/src/data/sagemaker-tritonserver/26.03-gpu-sagemaker.yml (PR 6006, 2026-04-27); regions as those of 25.09, which that file does not name. Versions: server r26.03 build.py, Triton release notes 26.03; TensorRT: reports of users of NVIDIA's tensorrt image 26.03. Read 2026-11-22." },
    { release: "26.04", triton: "2.68.0", cuda: "13.2.1", tensorRt: "10.16", onnxRuntime: "1.24.4", pytorch: "2.12.0a0", python: "3.12", minComputeCapability: "7.5", accounts: "dlc", regions: ["af-south-1", "ap-east-1", "ap-east-2", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3", "ap-south-1", "ap-south-2", "ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ap-southeast-4", "ap-southeast-5", "ap-southeast-6", "ap-southeast-7", "ca-central-1", "ca-west-1", "eu-central-1", "eu-central-2", "eu-north-1", "eu-south-1", "eu-south-2", "eu-west-1", "eu-west-2", "eu-west-3", "il-central-1", "me-central-1", "me-south-1", "mx-central-1", "sa-east-1", "us-east-1", "us-east-2", "us-west-1", "us-west-2"], cpuTag: false, unconfirmed: ["tensorrt", "pytorch", "regions"], source: "Published: aws/deep-learning-containers docs/src/data/sagemaker-tritonserver/26.04-gpu-sagemaker.yml (PR 6739, 2026-09-11); regions as those of 25.09, which that file does not name. Versions: server r26.04 build.py, Triton release notes 26.04; TensorRT and PyTorch: reports of users of NVIDIA's tensorrt and pytorch images 26.04. Read 2026-11-22." },
    { release: "26.05", triton: "2.69.0", cuda: "13.2.1.009", tensorRt: "10.16", onnxRuntime: "1.24.4", pytorch: "2.12.0a0", python: "3.12", minComputeCapability: "7.5", accounts: "dlc", regions: ["af-south-1", "ap-east-1", "ap-east-2", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3", "ap-south-1", "ap-south-2", "ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ap-southeast-4", "ap-southeast-5", "ap-southeast-6", "ap-southeast-7", "ca-central-1", "ca-west-1", "eu-central-1", "eu-central-2", "eu-north-1", "eu-south-1", "eu-south-2", "eu-west-1", "eu-west-2", "eu-west-3", "il-central-1", "me-central-1", "me-south-1", "mx-central-1", "sa-east-1", "us-east-1", "us-east-2", "us-west-1", "us-west-2"], cpuTag: true, builtOn: "26.04", unconfirmed: ["tensorrt"], source: "Published: sagemaker-tritonserver.json (sagemaker-python-sdk PR 5999, 2026-07-08) and aws/deep-learning-containers PR 6739. Versions: server r26.05 build.py, which builds it on NVIDIA's images of 26.04; TensorRT: reports of users of NVIDIA's tensorrt image 26.04. Read 2026-11-22." }
  ]
};

// lib/facts/triton-releases.ts
function tritonReleases() {
  return triton_images_default.releases;
}
function findTritonRelease(release) {
  return tritonReleases().find((row) => row.release === release);
}
function isReleaseName(text2) {
  return /^\d\d\.(0[1-9]|1[0-2])$/.test(text2);
}
function compareReleases(a, b) {
  return a < b ? -1 : Number(a > b);
}

// lib/model-config/schema/field.ts
var FIRST_RELEASE = "21.05";
function singular(tag, type, options) {
  return { tag, type, label: "singular", ...options };
}
function repeated(tag, type, options) {
  return { tag, type, label: "repeated", ...options };
}
function map(tag, key, type, options) {
  return { tag, type, label: "map", key, ...options };
}
function enumeration(values, since = {}) {
  return { values, since };
}

// lib/model-config/schema/batching.ts
var batchingEnums = {
  "ModelQueuePolicy.TimeoutAction": enumeration(["REJECT", "DELAY"]),
  "ModelSequenceBatching.Control.Kind": enumeration([
    "CONTROL_SEQUENCE_START",
    "CONTROL_SEQUENCE_READY",
    "CONTROL_SEQUENCE_END",
    "CONTROL_SEQUENCE_CORRID"
  ])
};
var batchingMessages = {
  ModelQueuePolicy: {
    timeout_action: singular(1, "ModelQueuePolicy.TimeoutAction"),
    default_timeout_microseconds: singular(2, "uint64"),
    allow_timeout_override: singular(3, "bool"),
    max_queue_size: singular(4, "uint32")
  },
  ModelDynamicBatching: {
    preferred_batch_size: repeated(1, "int32"),
    max_queue_delay_microseconds: singular(2, "uint64"),
    preserve_ordering: singular(3, "bool"),
    priority_levels: singular(4, "uint64"),
    default_priority_level: singular(5, "uint64"),
    default_queue_policy: singular(6, "ModelQueuePolicy"),
    priority_queue_policy: map(7, "uint64", "ModelQueuePolicy")
  },
  "ModelSequenceBatching.Control": {
    kind: singular(1, "ModelSequenceBatching.Control.Kind"),
    int32_false_true: repeated(2, "int32"),
    fp32_false_true: repeated(3, "float"),
    bool_false_true: repeated(5, "bool", { since: "21.09" }),
    data_type: singular(4, "DataType")
  },
  "ModelSequenceBatching.ControlInput": {
    name: singular(1, "string"),
    control: repeated(2, "ModelSequenceBatching.Control")
  },
  "ModelSequenceBatching.InitialState": {
    data_type: singular(1, "DataType", { since: "22.01" }),
    dims: repeated(2, "int64", { since: "22.01" }),
    zero_data: singular(3, "bool", { oneof: "state_data", since: "22.01" }),
    data_file: singular(4, "string", { oneof: "state_data", since: "22.01" }),
    name: singular(5, "string", { since: "22.01" })
  },
  "ModelSequenceBatching.State": {
    input_name: singular(1, "string", { since: "21.11" }),
    output_name: singular(2, "string", { since: "21.11" }),
    data_type: singular(3, "DataType", { since: "21.11" }),
    dims: repeated(4, "int64", { since: "21.11" }),
    initial_state: repeated(5, "ModelSequenceBatching.InitialState", { since: "22.01" }),
    use_same_buffer_for_input_output: singular(6, "bool", { since: "23.11" }),
    use_growable_memory: singular(7, "bool", { since: "23.11" })
  },
  "ModelSequenceBatching.StrategyDirect": {
    max_queue_delay_microseconds: singular(1, "uint64"),
    minimum_slot_utilization: singular(2, "float")
  },
  "ModelSequenceBatching.StrategyOldest": {
    max_candidate_sequences: singular(1, "int32"),
    preferred_batch_size: repeated(2, "int32"),
    max_queue_delay_microseconds: singular(3, "uint64"),
    preserve_ordering: singular(4, "bool", { since: "23.08" })
  },
  ModelSequenceBatching: {
    direct: singular(3, "ModelSequenceBatching.StrategyDirect", { oneof: "strategy_choice" }),
    oldest: singular(4, "ModelSequenceBatching.StrategyOldest", { oneof: "strategy_choice" }),
    max_sequence_idle_microseconds: singular(1, "uint64"),
    control_input: repeated(2, "ModelSequenceBatching.ControlInput"),
    state: repeated(5, "ModelSequenceBatching.State", { since: "21.11" }),
    iterative_sequence: singular(6, "bool", { since: "23.11" })
  }
};

// lib/model-config/schema/instances.ts
var instanceEnums = {
  "ModelInstanceGroup.Kind": enumeration(["KIND_AUTO", "KIND_GPU", "KIND_CPU", "KIND_MODEL"]),
  "ModelInstanceGroup.SecondaryDevice.SecondaryDeviceKind": enumeration(["KIND_NVDLA"], { KIND_NVDLA: "21.06" })
};
var instanceMessages = {
  "ModelRateLimiter.Resource": {
    name: singular(1, "string"),
    global: singular(2, "bool"),
    count: singular(3, "uint32")
  },
  ModelRateLimiter: {
    resources: repeated(1, "ModelRateLimiter.Resource"),
    priority: singular(2, "uint32")
  },
  "ModelInstanceGroup.SecondaryDevice": {
    kind: singular(1, "ModelInstanceGroup.SecondaryDevice.SecondaryDeviceKind", { since: "21.06" }),
    device_id: singular(2, "int64", { since: "21.06" })
  },
  ModelInstanceGroup: {
    name: singular(1, "string"),
    kind: singular(4, "ModelInstanceGroup.Kind"),
    count: singular(2, "int32"),
    rate_limiter: singular(6, "ModelRateLimiter"),
    gpus: repeated(3, "int32"),
    secondary_devices: repeated(8, "ModelInstanceGroup.SecondaryDevice", { since: "21.06" }),
    profile: repeated(5, "string"),
    passive: singular(7, "bool", { since: "21.06" }),
    host_policy: singular(9, "string", { since: "21.06" })
  }
};

// lib/model-config/schema/model.ts
var modelMessages = {
  "ModelEnsembling.Step": {
    model_name: singular(1, "string"),
    model_version: singular(2, "int64"),
    input_map: map(3, "string", "string"),
    output_map: map(4, "string", "string"),
    model_namespace: singular(5, "string", { since: "23.03" })
  },
  ModelEnsembling: {
    step: repeated(1, "ModelEnsembling.Step"),
    max_inflight_requests: singular(2, "uint32", { since: "25.11" })
  },
  ModelConfig: {
    name: singular(1, "string"),
    platform: singular(2, "string"),
    backend: singular(17, "string"),
    runtime: singular(25, "string", { since: "24.01" }),
    version_policy: singular(3, "ModelVersionPolicy"),
    max_batch_size: singular(4, "int32"),
    input: repeated(5, "ModelInput"),
    output: repeated(6, "ModelOutput"),
    batch_input: repeated(20, "BatchInput"),
    batch_output: repeated(21, "BatchOutput"),
    optimization: singular(12, "ModelOptimizationPolicy"),
    dynamic_batching: singular(11, "ModelDynamicBatching", { oneof: "scheduling_choice" }),
    sequence_batching: singular(13, "ModelSequenceBatching", { oneof: "scheduling_choice" }),
    ensemble_scheduling: singular(15, "ModelEnsembling", { oneof: "scheduling_choice" }),
    instance_group: repeated(7, "ModelInstanceGroup"),
    default_model_filename: singular(8, "string"),
    cc_model_filenames: map(9, "string", "string"),
    metric_tags: map(10, "string", "string"),
    parameters: map(14, "string", "ModelParameter"),
    model_warmup: repeated(16, "ModelWarmup"),
    model_operations: singular(18, "ModelOperations"),
    model_transaction_policy: singular(19, "ModelTransactionPolicy"),
    model_repository_agents: singular(23, "ModelRepositoryAgents"),
    response_cache: singular(24, "ModelResponseCache", { since: "21.10" }),
    model_metrics: singular(26, "ModelMetrics", { since: "24.11" })
  }
};

// lib/model-config/schema/optimization.ts
var optimizationEnums = {
  "ModelOptimizationPolicy.ModelPriority": enumeration(["PRIORITY_DEFAULT", "PRIORITY_MAX", "PRIORITY_MIN"])
};
var optimizationMessages = {
  "ModelOptimizationPolicy.Graph": {
    level: singular(1, "int32")
  },
  "ModelOptimizationPolicy.Cuda.GraphSpec.Shape": {
    dim: repeated(1, "int64")
  },
  "ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound": {
    batch_size: singular(1, "int32"),
    input: map(2, "string", "ModelOptimizationPolicy.Cuda.GraphSpec.Shape")
  },
  "ModelOptimizationPolicy.Cuda.GraphSpec": {
    batch_size: singular(1, "int32"),
    input: map(2, "string", "ModelOptimizationPolicy.Cuda.GraphSpec.Shape"),
    graph_lower_bound: singular(3, "ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound")
  },
  "ModelOptimizationPolicy.Cuda": {
    graphs: singular(1, "bool"),
    busy_wait_events: singular(2, "bool"),
    graph_spec: repeated(3, "ModelOptimizationPolicy.Cuda.GraphSpec"),
    output_copy_stream: singular(4, "bool")
  },
  "ModelOptimizationPolicy.ExecutionAccelerators.Accelerator": {
    name: singular(1, "string"),
    parameters: map(2, "string", "string")
  },
  "ModelOptimizationPolicy.ExecutionAccelerators": {
    gpu_execution_accelerator: repeated(1, "ModelOptimizationPolicy.ExecutionAccelerators.Accelerator"),
    cpu_execution_accelerator: repeated(2, "ModelOptimizationPolicy.ExecutionAccelerators.Accelerator")
  },
  "ModelOptimizationPolicy.PinnedMemoryBuffer": {
    enable: singular(1, "bool")
  },
  ModelOptimizationPolicy: {
    graph: singular(1, "ModelOptimizationPolicy.Graph"),
    priority: singular(2, "ModelOptimizationPolicy.ModelPriority"),
    cuda: singular(3, "ModelOptimizationPolicy.Cuda"),
    execution_accelerators: singular(4, "ModelOptimizationPolicy.ExecutionAccelerators"),
    input_pinned_memory: singular(5, "ModelOptimizationPolicy.PinnedMemoryBuffer"),
    output_pinned_memory: singular(6, "ModelOptimizationPolicy.PinnedMemoryBuffer"),
    gather_kernel_buffer_threshold: singular(7, "uint32"),
    eager_batching: singular(8, "bool")
  }
};

// lib/model-config/schema/serving.ts
var servingMessages = {
  "ModelVersionPolicy.Latest": {
    num_versions: singular(1, "uint32")
  },
  "ModelVersionPolicy.All": {},
  "ModelVersionPolicy.Specific": {
    versions: repeated(1, "int64")
  },
  ModelVersionPolicy: {
    latest: singular(1, "ModelVersionPolicy.Latest", { oneof: "policy_choice" }),
    all: singular(2, "ModelVersionPolicy.All", { oneof: "policy_choice" }),
    specific: singular(3, "ModelVersionPolicy.Specific", { oneof: "policy_choice" })
  },
  ModelParameter: {
    string_value: singular(1, "string")
  },
  "ModelWarmup.Input": {
    data_type: singular(1, "DataType"),
    dims: repeated(2, "int64"),
    zero_data: singular(3, "bool", { oneof: "input_data_type" }),
    random_data: singular(4, "bool", { oneof: "input_data_type" }),
    input_data_file: singular(5, "string", { oneof: "input_data_type" })
  },
  ModelWarmup: {
    name: singular(1, "string"),
    batch_size: singular(2, "uint32"),
    inputs: map(3, "string", "ModelWarmup.Input"),
    count: singular(4, "uint32", { since: "22.07" })
  },
  ModelOperations: {
    op_library_filename: repeated(1, "string")
  },
  ModelTransactionPolicy: {
    decoupled: singular(1, "bool")
  },
  "ModelRepositoryAgents.Agent": {
    name: singular(1, "string"),
    parameters: map(2, "string", "string")
  },
  ModelRepositoryAgents: {
    agents: repeated(1, "ModelRepositoryAgents.Agent")
  },
  ModelResponseCache: {
    enable: singular(1, "bool", { since: "21.10" })
  },
  "ModelMetrics.MetricControl.MetricIdentifier": {
    family: singular(1, "string", { since: "24.11" })
  },
  "ModelMetrics.MetricControl.HistogramOptions": {
    buckets: repeated(1, "double", { since: "24.11" })
  },
  "ModelMetrics.MetricControl": {
    metric_identifier: singular(1, "ModelMetrics.MetricControl.MetricIdentifier", { since: "24.11" }),
    histogram_options: singular(2, "ModelMetrics.MetricControl.HistogramOptions", {
      oneof: "metric_options",
      since: "24.11"
    })
  },
  ModelMetrics: {
    metric_control: repeated(1, "ModelMetrics.MetricControl", { since: "24.11" })
  }
};

// lib/model-config/schema/tensors.ts
var tensorEnums = {
  DataType: enumeration(
    [
      "TYPE_INVALID",
      "TYPE_BOOL",
      "TYPE_UINT8",
      "TYPE_UINT16",
      "TYPE_UINT32",
      "TYPE_UINT64",
      "TYPE_INT8",
      "TYPE_INT16",
      "TYPE_INT32",
      "TYPE_INT64",
      "TYPE_FP16",
      "TYPE_FP32",
      "TYPE_FP64",
      "TYPE_STRING",
      "TYPE_BF16"
    ],
    { TYPE_BF16: "22.05" }
  ),
  "ModelInput.Format": enumeration(["FORMAT_NONE", "FORMAT_NHWC", "FORMAT_NCHW"]),
  "BatchInput.Kind": enumeration(
    [
      "BATCH_ELEMENT_COUNT",
      "BATCH_ACCUMULATED_ELEMENT_COUNT",
      "BATCH_ACCUMULATED_ELEMENT_COUNT_WITH_ZERO",
      "BATCH_MAX_ELEMENT_COUNT_AS_SHAPE",
      "BATCH_ITEM_SHAPE",
      "BATCH_ITEM_SHAPE_FLATTEN"
    ],
    { BATCH_ITEM_SHAPE: "22.03", BATCH_ITEM_SHAPE_FLATTEN: "22.03" }
  ),
  "BatchOutput.Kind": enumeration(["BATCH_SCATTER_WITH_INPUT_SHAPE"])
};
var tensorMessages = {
  ModelTensorReshape: {
    shape: repeated(1, "int64")
  },
  ModelInput: {
    name: singular(1, "string"),
    data_type: singular(2, "DataType"),
    format: singular(3, "ModelInput.Format"),
    dims: repeated(4, "int64"),
    reshape: singular(5, "ModelTensorReshape"),
    is_shape_tensor: singular(6, "bool"),
    allow_ragged_batch: singular(7, "bool"),
    optional: singular(8, "bool", { since: "22.01" }),
    is_non_linear_format_io: singular(9, "bool", { since: "24.08" })
  },
  ModelOutput: {
    name: singular(1, "string"),
    data_type: singular(2, "DataType"),
    dims: repeated(3, "int64"),
    reshape: singular(5, "ModelTensorReshape"),
    label_filename: singular(4, "string"),
    is_shape_tensor: singular(6, "bool"),
    is_non_linear_format_io: singular(7, "bool", { since: "24.08" })
  },
  BatchInput: {
    kind: singular(1, "BatchInput.Kind"),
    target_name: repeated(2, "string"),
    data_type: singular(3, "DataType"),
    source_input: repeated(4, "string")
  },
  BatchOutput: {
    target_name: repeated(1, "string"),
    kind: singular(2, "BatchOutput.Kind"),
    source_input: repeated(3, "string")
  }
};

// lib/model-config/schema/schema.ts
var ENUMS = { ...tensorEnums, ...instanceEnums, ...batchingEnums, ...optimizationEnums };
var MESSAGES = {
  ...tensorMessages,
  ...instanceMessages,
  ...batchingMessages,
  ...optimizationMessages,
  ...servingMessages,
  ...modelMessages
};
var enums = ENUMS;
var messages = MESSAGES;
var NEWEST_RELEASE = "26.08";

// lib/model-config/serving-target.ts
function servingInstance(name) {
  const gpuCount = nonNvidiaAccelerator(name.split(".")[1]) === void 0 ? void 0 : 0;
  return instanceFacts(name) ?? { name, gpuCount };
}

// cli/input/arguments.ts
function parseWholeNumber(text2) {
  const value = Number(text2);
  if (text2.trim() === "" || !Number.isInteger(value) || value < 0)
    throw new InvalidArgumentError("allowed: a whole number of at least 0");
  return value;
}

// cli/check/declaration.ts
var FORMATS = ["text", "json", "sarif", "github"];
function declareCheck(name) {
  return new Command(name).summary("check config.pbtxt files and model repositories, without a server").description(
    "Checks Triton model configurations, and the model files next to them, against the rules of the server and its backends.\nExit status: 0 no errors, 1 errors, 2 a wrong option, or a path that could not be checked. Warnings do not change it."
  ).argument(
    "<path...>",
    "a config.pbtxt, a model's folder, a model repository, a folder with repositories below it, or a folder that 'cdk synth' wrote"
  ).addOption(new Option("--format <format>", "how findings are printed").choices(FORMATS).default("text")).option("--sarif-file <file>", "write the findings to this file, too, in the format sarif").option("--release <YY.MM>", `Triton release of the server (default: ${NEWEST_RELEASE})`, parseRelease).option(
    "--instance-type <type>",
    "SageMaker instance type, such as ml.g5.xlarge: adds the rules of SageMaker's image",
    parseInstanceType
  ).option("--gpu-count <count>", "GPUs that the server sees (default: those of the instance type)", parseWholeNumber);
}
function parseRelease(text2) {
  if (isReleaseName(text2) && compareReleases(text2, NEWEST_RELEASE) <= 0) return text2;
  throw new InvalidArgumentError(`allowed: a release such as '25.03', up to ${NEWEST_RELEASE}, whose rules are known`);
}
function parseInstanceType(name) {
  if (!/^ml\.[a-z0-9-]+\.[a-z0-9]+$/.test(name))
    throw new InvalidArgumentError("allowed: a type such as 'ml.g5.xlarge'");
  const knownTypes = allInstanceFacts().map((row) => row.name);
  const suggestion = knownTypes.includes(name) ? void 0 : nearestName(name, knownTypes);
  const family = name.split(".")[1];
  if (suggestion !== void 0 && (nonNvidiaAccelerator(family) === void 0 || suggestion.startsWith(`ml.${family}.`))) {
    throw new InvalidArgumentError(`did you mean ${suggestion}?`);
  }
  return servingInstance(name);
}

// cli/check/run-check.ts
var import_package = require("./package.json");

// lib/findings/abridged.ts
function abridged(text2, maxLength) {
  if (text2.length <= maxLength) return text2;
  const endLength = Math.floor(maxLength / 4);
  return `${text2.slice(0, maxLength - endLength)}\u2026 (${text2.length - maxLength} characters) \u2026${text2.slice(-endLength)}`;
}

// lib/findings/escape-control-characters.ts
var UNSAFE = new RegExp("(?![\\t\\n])\\p{Cc}|\\p{Bidi_Control}|\\p{Cs}", "gu");
function escapeControlCharacters(text2) {
  return text2.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

// cli/output/print.ts
var MAX_LINE_LENGTH = 1e4;
function toReadable(text2) {
  return text2.split("\n").map((line) => escapeControlCharacters(abridged(line, MAX_LINE_LENGTH))).join("\n");
}
function print(text2) {
  console.log(toReadable(text2));
}
function printData(json2) {
  console.log(escapeControlCharacters(json2));
}
function printNote(text2) {
  console.error(toReadable(text2));
}

// cli/output/write-text.ts
var import_fs = require("fs");
var import_path = require("path");

// lib/files/write-atomically.ts
var fs3 = __toESM(require("fs"));

// lib/files/temporary-name.ts
var import_crypto2 = require("crypto");
var fs2 = __toESM(require("fs"));
var path = __toESM(require("path"));

// lib/files/process-mark.ts
var import_crypto = require("crypto");
var fs = __toESM(require("fs"));
var os = __toESM(require("os"));
var PROCESS_MARK = "([1-9]\\d*)-([0-9a-z]+)-([0-9a-f]{8})";
var UNKNOWN_START = "0";
function markOfThisProcess() {
  return `${process.pid}-${startTimeOf(process.pid) ?? UNKNOWN_START}-${scopeHash()}`;
}
function hasEnded(mark) {
  const [, pid, start, scope] = new RegExp(`^${PROCESS_MARK}$`).exec(mark) ?? [];
  if (scope !== scopeHash()) return void 0;
  return startTimeOf(Number(pid)) !== start;
}
function scopeHash() {
  const scopeNames = [os.hostname(), readFile("/proc/sys/kernel/random/boot_id"), readLink("/proc/self/ns/pid")];
  return (0, import_crypto.createHash)("sha256").update(JSON.stringify(scopeNames)).digest("hex").slice(0, 8);
}
function startTimeOf(pid) {
  const stat = readFile(`/proc/${pid}/stat`);
  if (stat === void 0) return !fs.existsSync("/proc/self/stat") && isRunning(pid) ? UNKNOWN_START : void 0;
  const fields2 = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const isEnded = fields2[0] === "Z" || fields2[0] === "X";
  return isEnded ? void 0 : Number(fields2[19]).toString(36);
}
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error2) {
    return error2.code !== "ESRCH";
  }
}
function readFile(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return void 0;
  }
}
function readLink(file) {
  try {
    return fs.readlinkSync(file);
  } catch {
    return void 0;
  }
}

// lib/files/temporary-name.ts
var TEMPORARY_SUFFIX = new RegExp(`\\.(${PROCESS_MARK})-[0-9a-f]{8}\\.tmp$`);
var MAX_PREFIX_LENGTH = 40;
var ABANDONED_MILLISECONDS = 24 * 60 * 6e4;
function temporaryName(file) {
  const { dir, base } = path.parse(file);
  removeAbandoned(dir === "" ? "." : dir);
  const uniquePart = `${markOfThisProcess()}-${(0, import_crypto2.randomBytes)(4).toString("hex")}`;
  return path.join(dir, `${base.slice(0, MAX_PREFIX_LENGTH)}.${uniquePart}.tmp`);
}
function isTemporary(name) {
  return TEMPORARY_SUFFIX.test(name);
}
function removeAbandoned(folder) {
  try {
    for (const name of fs2.readdirSync(folder)) {
      const [, mark] = TEMPORARY_SUFFIX.exec(name) ?? [];
      const file = path.join(folder, name);
      if (mark !== void 0 && isAbandoned(file, mark)) fs2.rmSync(file, { recursive: true, force: true });
    }
  } catch {
  }
}
function isAbandoned(file, mark) {
  const stat = fs2.lstatSync(file, { throwIfNoEntry: false });
  if (!stat || stat.uid !== (process.getuid?.() ?? stat.uid)) return false;
  return hasEnded(mark) ?? Date.now() - stat.mtimeMs > ABANDONED_MILLISECONDS;
}

// lib/files/write-atomically.ts
function writeAtomically(file, write2) {
  const stat = fs3.statSync(file, { throwIfNoEntry: false });
  if (stat && !stat.isFile() && !stat.isDirectory())
    throw new Error(`${file} is a device or a pipe; allowed: a path for a file, which is replaced as a whole`);
  const temporary = temporaryName(file);
  try {
    fs3.renameSync(temporary, write2(temporary) ?? file);
  } catch (error2) {
    fs3.rmSync(temporary, { recursive: true, force: true });
    throw replaceTemporaryPath(file, temporary, error2);
  }
}
function replaceTemporaryPath(file, temporary, error2) {
  const { code, path: path30, message } = error2;
  if (code === void 0 || !(path30 === void 0 || path30.startsWith(temporary))) return error2;
  const [reason] = message.split(", ");
  return Object.assign(new Error(`${reason}, write '${file}'`), { code, path: file });
}

// cli/output/write-text.ts
function writeText(file, text2) {
  if (isStream(file)) (0, import_fs.writeFileSync)(file, text2);
  else writeAtomically(file, (temporary) => (0, import_fs.writeFileSync)(temporary, text2));
}
function isStream(file) {
  const stat = (0, import_fs.statSync)(file, { throwIfNoEntry: false });
  if (!stat || stat.isDirectory()) return false;
  return !stat.isFile() || /^\/(dev|proc)\//.test((0, import_path.resolve)(file));
}

// cli/check/check.ts
var fs27 = __toESM(require("fs"));
var path27 = __toESM(require("path"));

// lib/findings/rule-page.ts
var RULES_URL = "https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/rules";
function rulePageUrl(ruleId) {
  return `${RULES_URL}/${ruleId}`;
}
function rulePage(ruleId) {
  return `(${rulePageUrl(ruleId)})`;
}

// lib/findings/limits.ts
var MIB = 1024 * 1024;
var LIMIT_RULE = "files.folder-limits";
var LIMITS = {
  cpu: { maximum: 8, unit: "seconds of CPU time", subject: "a run of `check`" },
  memory: { maximum: 900 * MIB, unit: "bytes of memory", subject: "a run of `check`" },
  duration: { maximum: 60, unit: "seconds", subject: "a run of `check`" },
  entries: { maximum: 5e5, unit: "files and folders", subject: "the folder that is searched for models" },
  depth: { maximum: 64, unit: "folders in each other", subject: "the folder that is searched for models" },
  modelEntries: { maximum: 1e5, unit: "files and folders", subject: "the folder of a model" },
  modelDepth: { maximum: 64, unit: "folders in each other", subject: "the folder of a model" },
  modelLinks: { maximum: 3e3, unit: "links", subject: "the folder of a model" },
  configBytes: { maximum: 16 * MIB, unit: "bytes", subject: "a `config.pbtxt`" },
  onnxFields: { maximum: 1e7, unit: "protobuf fields", subject: "an ONNX file" },
  onnxTensors: { maximum: 1e5, unit: "inputs, outputs and initializers", subject: "an ONNX file" },
  onnxDimensions: { maximum: 1e3, unit: "dimensions", subject: "an input or output of an ONNX file" },
  onnxTextBytes: { maximum: 64 * 1024, unit: "bytes", subject: "a name in an ONNX file" },
  onnxDepth: { maximum: 64, unit: "graphs in each other", subject: "an ONNX file" },
  zipDirectoryBytes: { maximum: 16 * MIB, unit: "bytes", subject: "the list of members of a TorchScript file" },
  zipMemberBytes: { maximum: 32 * MIB, unit: "bytes", subject: "a member of a TorchScript file" },
  lockBytes: { maximum: 32 * MIB, unit: "bytes", subject: "a `triton-model.lock`" },
  lockFiles: { maximum: 1e5, unit: "files", subject: "a `triton-model.lock`" },
  arguments: { maximum: 1e4, unit: "arguments or results", subject: "`forward` of a TorchScript file" },
  listingBytes: { maximum: 64 * MIB, unit: "bytes of file names", subject: "the archive of a Python environment" },
  listingSeconds: { maximum: 600, unit: "seconds to list", subject: "all archives of Python environments" },
  pythonBytes: { maximum: 4 * MIB, unit: "bytes", subject: "a Python file" },
  stubBytes: { maximum: 64 * MIB, unit: "bytes", subject: "a `triton_python_backend_stub`" },
  ruleFindings: { maximum: 1e3, unit: "findings of a rule and severity", subject: "a model" },
  findings: { maximum: 1e4, unit: "findings of a severity", subject: "a run of `check`" },
  textLength: { maximum: 4e3, unit: "characters", subject: "a field or message of a finding" }
};
var LIMITS_OF_CHECK = { configBytes: 4 * MIB, listingSeconds: 3 };
var CONSUMED = ["cpu", "memory", "duration", "listingSeconds"];
var overrides = {};
function limitOf(name) {
  return overrides[name] ?? LIMITS[name].maximum;
}
function withLimits(limits, run) {
  const previous = overrides;
  overrides = { ...previous, ...limits };
  try {
    return run();
  } finally {
    overrides = previous;
  }
}
var LimitExceededError = class extends Error {
  /**
   * @param found value that exceeds the limit; undefined if counting stopped at the limit
   */
  constructor(subject, limit, found) {
    const { unit, subject: limitedSubject } = LIMITS[limit];
    const maximumText = formatNumber(limitOf(limit));
    const verb = CONSUMED.includes(limit) ? "takes" : "has";
    const count2 = found === void 0 ? `more than ${maximumText}` : formatNumber(found);
    const reason = `${abridged(subject, 300)} ${verb} ${count2} ${unit}; the limit of ${limitedSubject} is ${maximumText}`;
    super(`${reason} ${rulePage(LIMIT_RULE)}`);
    this.limit = limit;
    this.reason = reason;
  }
  limit;
  /** Message without the link to the rule. */
  reason;
};
function requireWithin(limit, found, subject) {
  if (found > limitOf(limit)) throw new LimitExceededError(subject, limit, found);
}
function requireCountWithin(limit, count2, subject) {
  if (count2 > limitOf(limit)) throw new LimitExceededError(subject, limit);
}
function formatNumber(value) {
  return value.toLocaleString("en-US");
}

// lib/findings/finding.ts
function createFinding({ field: field2, message, ...otherProperties }) {
  const maxLength = limitOf("textLength");
  return { ...otherProperties, field: abridged(field2, maxLength), message: abridged(message, maxLength) };
}
function error(ruleId, field2, message) {
  return createFinding({ ruleId, field: field2, message, severity: "error" /* ERROR */ });
}
function warning(ruleId, field2, message) {
  return createFinding({ ruleId, field: field2, message, severity: "warning" /* WARNING */ });
}

// lib/model-config/model-config.ts
var import_node_buffer = require("node:buffer");
var import_node_path = require("node:path");

// node_modules/@bufbuild/protobuf/dist/esm/is-message.js
function isMessage(arg, schema) {
  const isMessage2 = arg !== null && typeof arg == "object" && "$typeName" in arg && typeof arg.$typeName == "string";
  if (!isMessage2) {
    return false;
  }
  if (schema === void 0) {
    return true;
  }
  return schema.typeName === arg.$typeName;
}

// node_modules/@bufbuild/protobuf/dist/esm/descriptors.js
var ScalarType;
(function(ScalarType2) {
  ScalarType2[ScalarType2["DOUBLE"] = 1] = "DOUBLE";
  ScalarType2[ScalarType2["FLOAT"] = 2] = "FLOAT";
  ScalarType2[ScalarType2["INT64"] = 3] = "INT64";
  ScalarType2[ScalarType2["UINT64"] = 4] = "UINT64";
  ScalarType2[ScalarType2["INT32"] = 5] = "INT32";
  ScalarType2[ScalarType2["FIXED64"] = 6] = "FIXED64";
  ScalarType2[ScalarType2["FIXED32"] = 7] = "FIXED32";
  ScalarType2[ScalarType2["BOOL"] = 8] = "BOOL";
  ScalarType2[ScalarType2["STRING"] = 9] = "STRING";
  ScalarType2[ScalarType2["BYTES"] = 12] = "BYTES";
  ScalarType2[ScalarType2["UINT32"] = 13] = "UINT32";
  ScalarType2[ScalarType2["SFIXED32"] = 15] = "SFIXED32";
  ScalarType2[ScalarType2["SFIXED64"] = 16] = "SFIXED64";
  ScalarType2[ScalarType2["SINT32"] = 17] = "SINT32";
  ScalarType2[ScalarType2["SINT64"] = 18] = "SINT64";
})(ScalarType || (ScalarType = {}));

// node_modules/@bufbuild/protobuf/dist/esm/wire/varint.js
function varint64read() {
  const buf = this.buf;
  let pos = this.pos;
  let lo = 0;
  let hi = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    const b = buf[pos++];
    lo |= (b & 127) << shift;
    if ((b & 128) == 0) {
      this.pos = pos;
      this.assertBounds();
      this.varint64Lo = lo;
      this.varint64Hi = hi;
      return;
    }
  }
  const middleByte = buf[pos++];
  lo |= (middleByte & 15) << 28;
  hi = (middleByte & 112) >> 4;
  if ((middleByte & 128) == 0) {
    this.pos = pos;
    this.assertBounds();
    this.varint64Lo = lo;
    this.varint64Hi = hi;
    return;
  }
  for (let shift = 3; shift <= 31; shift += 7) {
    const b = buf[pos++];
    hi |= (b & 127) << shift;
    if ((b & 128) == 0) {
      this.pos = pos;
      this.assertBounds();
      this.varint64Lo = lo;
      this.varint64Hi = hi;
      return;
    }
  }
  throw new Error("invalid varint");
}
var TWO_PWR_32_DBL = 4294967296;
function int64FromString(dec) {
  const minus = dec[0] === "-";
  if (minus) {
    dec = dec.slice(1);
  }
  const base = 1e6;
  let lowBits = 0;
  let highBits = 0;
  function add1e6digit(begin, end) {
    const digit1e6 = Number(dec.slice(begin, end));
    highBits *= base;
    lowBits = lowBits * base + digit1e6;
    if (lowBits >= TWO_PWR_32_DBL) {
      highBits = highBits + (lowBits / TWO_PWR_32_DBL | 0);
      lowBits = lowBits % TWO_PWR_32_DBL;
    }
  }
  add1e6digit(-24, -18);
  add1e6digit(-18, -12);
  add1e6digit(-12, -6);
  add1e6digit(-6);
  return minus ? negate(lowBits, highBits) : newBits(lowBits, highBits);
}
function int64ToString(lo, hi) {
  let bits = newBits(lo, hi);
  const negative = bits.hi & 2147483648;
  if (negative) {
    bits = negate(bits.lo, bits.hi);
  }
  const result = uInt64ToString(bits.lo, bits.hi);
  return negative ? "-" + result : result;
}
function uInt64ToString(lo, hi) {
  ({ lo, hi } = toUnsigned(lo, hi));
  if (hi <= 2097151) {
    return String(TWO_PWR_32_DBL * hi + lo);
  }
  const low = lo & 16777215;
  const mid = (lo >>> 24 | hi << 8) & 16777215;
  const high = hi >> 16 & 65535;
  let digitA = low + mid * 6777216 + high * 6710656;
  let digitB = mid + high * 8147497;
  let digitC = high * 2;
  const base = 1e7;
  if (digitA >= base) {
    digitB += Math.floor(digitA / base);
    digitA %= base;
  }
  if (digitB >= base) {
    digitC += Math.floor(digitB / base);
    digitB %= base;
  }
  return digitC.toString() + decimalFrom1e7WithLeadingZeros(digitB) + decimalFrom1e7WithLeadingZeros(digitA);
}
function toUnsigned(lo, hi) {
  return { lo: lo >>> 0, hi: hi >>> 0 };
}
function newBits(lo, hi) {
  return { lo: lo | 0, hi: hi | 0 };
}
function negate(lowBits, highBits) {
  highBits = ~highBits;
  if (lowBits) {
    lowBits = ~lowBits + 1;
  } else {
    highBits += 1;
  }
  return newBits(lowBits, highBits);
}
var decimalFrom1e7WithLeadingZeros = (digit1e7) => {
  const partial = String(digit1e7);
  return "0000000".slice(partial.length) + partial;
};
function varint32write(value, bytes) {
  if (value >>> 0 < 128) {
    bytes.push(value);
    return;
  }
  if (value >= 0) {
    while (value > 127) {
      bytes.push(value & 127 | 128);
      value = value >>> 7;
    }
    bytes.push(value);
  } else {
    for (let i = 0; i < 9; i++) {
      bytes.push(value & 127 | 128);
      value = value >> 7;
    }
    bytes.push(1);
  }
}
function varint32read() {
  let b = this.buf[this.pos++];
  if ((b & 128) === 0) {
    this.assertBounds();
    return b;
  }
  let result = b & 127;
  b = this.buf[this.pos++];
  result |= (b & 127) << 7;
  if ((b & 128) === 0) {
    this.assertBounds();
    return result;
  }
  b = this.buf[this.pos++];
  result |= (b & 127) << 14;
  if ((b & 128) === 0) {
    this.assertBounds();
    return result;
  }
  b = this.buf[this.pos++];
  result |= (b & 127) << 21;
  if ((b & 128) === 0) {
    this.assertBounds();
    return result;
  }
  b = this.buf[this.pos++];
  result |= (b & 15) << 28;
  for (let readBytes = 5; (b & 128) !== 0 && readBytes < 10; readBytes++)
    b = this.buf[this.pos++];
  if ((b & 128) !== 0)
    throw new Error("invalid varint");
  this.assertBounds();
  return result >>> 0;
}

// node_modules/@bufbuild/protobuf/dist/esm/proto-int64.js
var protoInt64 = /* @__PURE__ */ makeInt64Support();
function makeInt64Support() {
  const dv = new DataView(new ArrayBuffer(8));
  const ok = typeof BigInt === "function" && typeof dv.getBigInt64 === "function" && typeof dv.getBigUint64 === "function" && typeof dv.setBigInt64 === "function" && typeof dv.setBigUint64 === "function" && (!!globalThis.Deno || !!globalThis.Bun || typeof process != "object" || typeof process.env != "object" || process.env.BUF_BIGINT_DISABLE !== "1");
  if (ok) {
    const MIN = BigInt("-9223372036854775808");
    const MAX = BigInt("9223372036854775807");
    const UMIN = BigInt("0");
    const UMAX = BigInt("18446744073709551615");
    return {
      zero: BigInt(0),
      supported: true,
      parse(value) {
        const bi = typeof value == "bigint" ? value : BigInt(value);
        if (bi > MAX || bi < MIN) {
          throw new Error(`invalid int64: ${value}`);
        }
        return bi;
      },
      uParse(value) {
        const bi = typeof value == "bigint" ? value : BigInt(value);
        if (bi > UMAX || bi < UMIN) {
          throw new Error(`invalid uint64: ${value}`);
        }
        return bi;
      },
      enc(value) {
        dv.setBigInt64(0, this.parse(value), true);
        return {
          lo: dv.getInt32(0, true),
          hi: dv.getInt32(4, true)
        };
      },
      uEnc(value) {
        dv.setBigInt64(0, this.uParse(value), true);
        return {
          lo: dv.getInt32(0, true),
          hi: dv.getInt32(4, true)
        };
      },
      dec(lo, hi) {
        dv.setInt32(0, lo, true);
        dv.setInt32(4, hi, true);
        return dv.getBigInt64(0, true);
      },
      uDec(lo, hi) {
        dv.setInt32(0, lo, true);
        dv.setInt32(4, hi, true);
        return dv.getBigUint64(0, true);
      }
    };
  }
  return {
    zero: "0",
    supported: false,
    parse(value) {
      if (typeof value != "string") {
        value = value.toString();
      }
      assertInt64String(value);
      return value;
    },
    uParse(value) {
      if (typeof value != "string") {
        value = value.toString();
      }
      assertUInt64String(value);
      return value;
    },
    enc(value) {
      if (typeof value != "string") {
        value = value.toString();
      }
      assertInt64String(value);
      return int64FromString(value);
    },
    uEnc(value) {
      if (typeof value != "string") {
        value = value.toString();
      }
      assertUInt64String(value);
      return int64FromString(value);
    },
    dec(lo, hi) {
      return int64ToString(lo, hi);
    },
    uDec(lo, hi) {
      return uInt64ToString(lo, hi);
    }
  };
}
function assertInt64String(value) {
  if (!/^-?[0-9]+$/.test(value)) {
    throw new Error("invalid int64: " + value);
  }
}
function assertUInt64String(value) {
  if (!/^[0-9]+$/.test(value)) {
    throw new Error("invalid uint64: " + value);
  }
}

// node_modules/@bufbuild/protobuf/dist/esm/reflect/scalar.js
function scalarZeroValue(type, longAsString) {
  switch (type) {
    case ScalarType.STRING:
      return "";
    case ScalarType.BOOL:
      return false;
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return 0;
    case ScalarType.INT64:
    case ScalarType.UINT64:
    case ScalarType.SFIXED64:
    case ScalarType.FIXED64:
    case ScalarType.SINT64:
      return longAsString ? "0" : protoInt64.zero;
    case ScalarType.BYTES:
      return new Uint8Array(0);
    default:
      return 0;
  }
}
function isScalarZeroValue(type, value) {
  switch (type) {
    case ScalarType.BOOL:
      return value === false;
    case ScalarType.STRING:
      return value === "";
    case ScalarType.BYTES:
      return value instanceof Uint8Array && !value.byteLength;
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return Object.is(value, 0);
    default:
      return value == 0;
  }
}

// node_modules/@bufbuild/protobuf/dist/esm/reflect/unsafe.js
var IMPLICIT = 2;
var unsafeLocal = /* @__PURE__ */ Symbol.for("reflect unsafe local");
function unsafeOneofCase(target, oneof) {
  const c = target[oneof.localName].case;
  if (c === void 0) {
    return c;
  }
  return oneof.fields.find((f) => f.localName === c);
}
function unsafeIsSet(target, field2) {
  const name = field2.localName;
  if (field2.oneof) {
    return target[field2.oneof.localName].case === name;
  }
  if (field2.presence != IMPLICIT) {
    return target[name] !== void 0 && Object.prototype.hasOwnProperty.call(target, name);
  }
  switch (field2.fieldKind) {
    case "list":
      return target[name].length > 0;
    case "map":
      return Object.keys(target[name]).length > 0;
    case "scalar":
      return !isScalarZeroValue(field2.scalar, target[name]);
    case "enum":
      return target[name] !== field2.enum.values[0].number;
  }
  throw new Error("message field with implicit presence");
}
function unsafeIsSetExplicit(target, localName) {
  return Object.prototype.hasOwnProperty.call(target, localName) && target[localName] !== void 0;
}
function unsafeGet(target, field2) {
  if (field2.oneof) {
    const oneof = target[field2.oneof.localName];
    if (oneof.case === field2.localName) {
      return oneof.value;
    }
    return void 0;
  }
  return target[field2.localName];
}
function unsafeSet(target, field2, value) {
  if (field2.oneof) {
    target[field2.oneof.localName] = {
      case: field2.localName,
      value
    };
  } else {
    target[field2.localName] = value;
  }
}
function setOwn(obj, key, value) {
  if (key === "__proto__") {
    Object.defineProperty(obj, "__proto__", {
      value,
      writable: true,
      enumerable: true,
      configurable: true
    });
  } else {
    obj[key] = value;
  }
}
function getOwn(obj, key) {
  return Object.prototype.hasOwnProperty.call(obj, key) ? obj[key] : void 0;
}
function unsafeClear(target, field2) {
  const name = field2.localName;
  if (field2.oneof) {
    const oneofLocalName = field2.oneof.localName;
    if (target[oneofLocalName].case === name) {
      target[oneofLocalName] = { case: void 0 };
    }
  } else if (field2.presence != IMPLICIT) {
    delete target[name];
  } else {
    switch (field2.fieldKind) {
      case "map":
        target[name] = {};
        break;
      case "list":
        target[name] = [];
        break;
      case "enum":
        target[name] = field2.enum.values[0].number;
        break;
      case "scalar":
        target[name] = scalarZeroValue(field2.scalar, field2.longAsString);
        break;
    }
  }
}

// node_modules/@bufbuild/protobuf/dist/esm/reflect/guard.js
function isObject(arg) {
  return arg !== null && typeof arg == "object" && !Array.isArray(arg);
}
function isReflectList(arg, field2) {
  var _a, _b, _c, _d;
  if (isObject(arg) && unsafeLocal in arg && "add" in arg && "field" in arg && typeof arg.field == "function") {
    if (field2 !== void 0) {
      const a = field2;
      const b = arg.field();
      return a.listKind == b.listKind && a.scalar === b.scalar && ((_a = a.message) === null || _a === void 0 ? void 0 : _a.typeName) === ((_b = b.message) === null || _b === void 0 ? void 0 : _b.typeName) && ((_c = a.enum) === null || _c === void 0 ? void 0 : _c.typeName) === ((_d = b.enum) === null || _d === void 0 ? void 0 : _d.typeName);
    }
    return true;
  }
  return false;
}
function isReflectMap(arg, field2) {
  var _a, _b, _c, _d;
  if (isObject(arg) && unsafeLocal in arg && "has" in arg && "field" in arg && typeof arg.field == "function") {
    if (field2 !== void 0) {
      const a = field2, b = arg.field();
      return a.mapKey === b.mapKey && a.mapKind == b.mapKind && a.scalar === b.scalar && ((_a = a.message) === null || _a === void 0 ? void 0 : _a.typeName) === ((_b = b.message) === null || _b === void 0 ? void 0 : _b.typeName) && ((_c = a.enum) === null || _c === void 0 ? void 0 : _c.typeName) === ((_d = b.enum) === null || _d === void 0 ? void 0 : _d.typeName);
    }
    return true;
  }
  return false;
}
function isReflectMessage(arg, messageDesc2) {
  return isObject(arg) && unsafeLocal in arg && "desc" in arg && isObject(arg.desc) && arg.desc.kind === "message" && (messageDesc2 === void 0 || arg.desc.typeName == messageDesc2.typeName);
}

// node_modules/@bufbuild/protobuf/dist/esm/wkt/wrappers.js
function isWrapper(arg) {
  return isWrapperTypeName(arg.$typeName);
}
function isWrapperDesc(messageDesc2) {
  const f = messageDesc2.fields[0];
  return isWrapperTypeName(messageDesc2.typeName) && f !== void 0 && f.fieldKind == "scalar" && f.name == "value" && f.number == 1;
}
function hasCustomJsonRepresentation(desc) {
  switch (desc.typeName) {
    case "google.protobuf.Any":
    case "google.protobuf.Timestamp":
    case "google.protobuf.Duration":
    case "google.protobuf.FieldMask":
    case "google.protobuf.Struct":
    case "google.protobuf.Value":
    case "google.protobuf.ListValue":
      return true;
    default:
      return isWrapperDesc(desc);
  }
}
var wrapperTypeNames = /* @__PURE__ */ new Set([
  "google.protobuf.DoubleValue",
  "google.protobuf.FloatValue",
  "google.protobuf.Int64Value",
  "google.protobuf.UInt64Value",
  "google.protobuf.Int32Value",
  "google.protobuf.UInt32Value",
  "google.protobuf.BoolValue",
  "google.protobuf.StringValue",
  "google.protobuf.BytesValue"
]);
function isWrapperTypeName(name) {
  return wrapperTypeNames.has(name);
}

// node_modules/@bufbuild/protobuf/dist/esm/create.js
var EDITION_PROTO3 = 999;
var EDITION_PROTO2 = 998;
var IMPLICIT2 = 2;
function create(schema, init) {
  if (isMessage(init, schema)) {
    return init;
  }
  return compiledCreate(schema)(init);
}
var compiledCreates = /* @__PURE__ */ new WeakMap();
function compiledCreate(desc) {
  let compiled = compiledCreates.get(desc);
  if (compiled === void 0) {
    compiled = compileCreate(desc);
    compiledCreates.set(desc, compiled);
  }
  return compiled;
}
var INIT_SINGULAR = 0;
var INIT_LIST = 1;
var INIT_MAP = 2;
var INIT_ONEOF = 3;
function compileCreate(desc) {
  const typeName = desc.typeName;
  const { properties, prototype } = compileInitMessage(desc);
  return (init) => {
    let message;
    if (prototype !== void 0) {
      message = Object.create(prototype);
      message.$typeName = typeName;
    } else {
      message = { $typeName: typeName };
    }
    for (let i = 0; i < properties.length; i++) {
      const property = properties[i];
      const name = property.name;
      const initValue = init === null || init === void 0 ? void 0 : init[name];
      switch (property.kind) {
        case INIT_SINGULAR:
          if (initValue != null) {
            message[name] = property.convert !== void 0 ? property.convert(initValue) : initValue;
          } else if (property.constant !== void 0) {
            message[name] = property.constant;
          }
          break;
        case INIT_LIST:
          message[name] = property.convert !== void 0 && Array.isArray(initValue) ? initValue.map(property.convert) : initValue !== null && initValue !== void 0 ? initValue : [];
          break;
        case INIT_MAP:
          if (property.convert === void 0 || !isObject(initValue)) {
            message[name] = initValue !== null && initValue !== void 0 ? initValue : {};
          } else {
            const converted = {};
            const keys = Object.keys(initValue);
            for (let k = 0; k < keys.length; k++) {
              setOwn(converted, keys[k], property.convert(initValue[keys[k]]));
            }
            message[name] = converted;
          }
          break;
        case INIT_ONEOF: {
          const oneofValue = initValue;
          if ((oneofValue === null || oneofValue === void 0 ? void 0 : oneofValue.case) != null) {
            const convert = property.convert.get(oneofValue.case);
            if (convert !== void 0) {
              message[name] = {
                case: oneofValue.case,
                value: convert(oneofValue.value)
              };
              break;
            }
          }
          message[name] = { case: void 0 };
          break;
        }
      }
    }
    return message;
  };
}
function compileInitMessage(desc) {
  var _a, _b;
  const properties = [];
  const prototype = {};
  const usePrototype = needsPrototypeChain(desc);
  for (const member of desc.members) {
    const name = member.localName;
    if (member.kind == "oneof") {
      properties.push({
        name,
        kind: INIT_ONEOF,
        constant: void 0,
        convert: compileConvertOneof(member)
      });
      continue;
    }
    switch (member.fieldKind) {
      case "message": {
        properties.push({
          name,
          kind: INIT_SINGULAR,
          constant: void 0,
          convert: compileConvertMessage(member)
        });
        break;
      }
      case "list": {
        properties.push({
          name,
          kind: INIT_LIST,
          constant: void 0,
          convert: member.listKind == "message" ? (_a = compileConvertMessage(member)) !== null && _a !== void 0 ? _a : ((value) => value) : member.scalar == ScalarType.BYTES ? toU8Arr : void 0
        });
        break;
      }
      case "map": {
        properties.push({
          name,
          kind: INIT_MAP,
          constant: void 0,
          convert: member.mapKind == "message" ? (_b = compileConvertMessage(member)) !== null && _b !== void 0 ? _b : ((value) => value) : member.scalar == ScalarType.BYTES ? toU8Arr : void 0
        });
        break;
      }
      default: {
        const zeroValue = createZeroValue(member);
        properties.push({
          name,
          kind: INIT_SINGULAR,
          constant: member.presence == IMPLICIT2 ? zeroValue : void 0,
          convert: member.fieldKind == "scalar" && member.scalar == ScalarType.BYTES ? toU8Arr : void 0
        });
        if (usePrototype) {
          prototype[name] = zeroValue;
        }
        break;
      }
    }
  }
  return {
    properties,
    prototype: usePrototype ? prototype : void 0
  };
}
function compileConvertOneof(oneof) {
  const converters = /* @__PURE__ */ new Map();
  for (const field2 of oneof.fields) {
    let convert;
    if (field2.fieldKind == "message") {
      convert = compileConvertMessage(field2);
    } else if (field2.fieldKind == "scalar" && field2.scalar == ScalarType.BYTES) {
      convert = toU8Arr;
    }
    converters.set(field2.localName, convert !== null && convert !== void 0 ? convert : ((value) => value));
  }
  return converters;
}
function compileConvertMessage(field2) {
  if (field2.fieldKind == "message" && !field2.oneof && isWrapperDesc(field2.message)) {
    return field2.message.fields[0].scalar == ScalarType.BYTES ? toU8Arr : void 0;
  }
  if (field2.message.typeName == "google.protobuf.Struct" && field2.parent.typeName !== "google.protobuf.Value") {
    return void 0;
  }
  const messageDesc2 = field2.message;
  let compiled;
  return (value) => {
    if (!isObject(value) || isMessage(value, messageDesc2)) {
      return value;
    }
    compiled !== null && compiled !== void 0 ? compiled : compiled = compiledCreate(messageDesc2);
    return compiled(value);
  };
}
function toU8Arr(value) {
  return Array.isArray(value) ? new Uint8Array(value) : value;
}
function needsPrototypeChain(desc) {
  switch (desc.file.edition) {
    case EDITION_PROTO3:
      return false;
    case EDITION_PROTO2:
      return true;
    default:
      return desc.fields.some((f) => f.presence != IMPLICIT2 && f.fieldKind != "message" && !f.oneof);
  }
}
function createZeroValue(field2) {
  const defaultValue = field2.getDefaultValue();
  if (defaultValue !== void 0) {
    return field2.fieldKind == "scalar" && field2.longAsString ? defaultValue.toString() : defaultValue;
  }
  return field2.fieldKind == "scalar" ? scalarZeroValue(field2.scalar, field2.longAsString) : field2.enum.values[0].number;
}

// node_modules/@bufbuild/protobuf/dist/esm/reflect/error.js
var errorNames = [
  "FieldValueInvalidError",
  "FieldListRangeError",
  "ForeignFieldError"
];
var FieldError = class extends Error {
  constructor(fieldOrOneof, message, name = "FieldValueInvalidError") {
    super(message);
    this.name = name;
    this.field = () => fieldOrOneof;
  }
};
function isFieldError(arg) {
  return arg instanceof Error && errorNames.includes(arg.name) && "field" in arg && typeof arg.field == "function";
}

// node_modules/@bufbuild/protobuf/dist/esm/wire/text-encoding.js
var te;
function configureTextEncoding(textEncoding) {
  var _a;
  te = Object.assign(Object.assign({}, textEncoding), { encodeUtf8Into: (_a = textEncoding.encodeUtf8Into) !== null && _a !== void 0 ? _a : emulateEncodeInto(textEncoding.encodeUtf8.bind(textEncoding)) });
}
function getTextEncoding() {
  if (!te) {
    const globals = globalThis;
    if (!globals.TextEncoder || !globals.TextDecoder) {
      throw new Error("encoding API missing: install TextEncoder and TextDecoder on globalThis");
    }
    const textEncoder = new globals.TextEncoder();
    const textDecoder = new globals.TextDecoder("utf-8", {
      ignoreBOM: true
    });
    let textDecoderStrict;
    const config = {
      encodeUtf8(text2) {
        return textEncoder.encode(text2);
      },
      decodeUtf8(bytes, strict) {
        if (strict) {
          if (!textDecoderStrict) {
            textDecoderStrict = new globals.TextDecoder("utf-8", {
              fatal: true,
              ignoreBOM: true
            });
          }
          return textDecoderStrict.decode(bytes);
        }
        return textDecoder.decode(bytes);
      },
      checkUtf8(text2) {
        try {
          encodeURIComponent(text2);
          return true;
        } catch (_) {
          return false;
        }
      }
    };
    if (textEncoder.encodeInto) {
      config.encodeUtf8Into = textEncoder.encodeInto.bind(textEncoder);
    }
    const nativeStringIsWellFormed = String.prototype.isWellFormed;
    if (nativeStringIsWellFormed) {
      config.checkUtf8 = (text2) => {
        return nativeStringIsWellFormed.call(text2);
      };
    }
    configureTextEncoding(config);
  }
  return te;
}
function emulateEncodeInto(encodeUtf8) {
  return (text2, dest) => {
    const bytes = encodeUtf8(text2);
    dest.set(bytes);
    return { written: bytes.byteLength };
  };
}

// node_modules/@bufbuild/protobuf/dist/esm/wire/binary-encoding.js
var WireType;
(function(WireType2) {
  WireType2[WireType2["Varint"] = 0] = "Varint";
  WireType2[WireType2["Bit64"] = 1] = "Bit64";
  WireType2[WireType2["LengthDelimited"] = 2] = "LengthDelimited";
  WireType2[WireType2["StartGroup"] = 3] = "StartGroup";
  WireType2[WireType2["EndGroup"] = 4] = "EndGroup";
  WireType2[WireType2["Bit32"] = 5] = "Bit32";
})(WireType || (WireType = {}));
var UINT32_MAX = 4294967295;
var INT32_MAX = 2147483647;
var INT32_MIN = -2147483648;
var BinaryWriter = class {
  constructor(encodeUtf8) {
    this.stackPos = [];
    this.encodeUtf8Into = encodeUtf8 ? emulateEncodeInto(encodeUtf8) : getTextEncoding().encodeUtf8Into;
    this.buffer = EMPTY_BUFFER;
    this.viewCache = EMPTY_VIEW;
    this.pos = 0;
  }
  ensureCapacity(size) {
    const required = this.pos + size;
    if (required > this.buffer.length) {
      let newLen = this.buffer.length || INITIAL_SIZE;
      while (newLen < required)
        newLen *= 2;
      const newBuf = new Uint8Array(newLen);
      if (this.pos > 0)
        newBuf.set(this.buffer);
      this.buffer = newBuf;
    }
  }
  /**
   * The DataView over `buffer`, rebuilt only if the buffer has grown since it
   * was last used.
   */
  view() {
    const bytes = this.buffer;
    const view = this.viewCache;
    if (view.byteLength === bytes.byteLength)
      return view;
    const newView = new DataView(bytes.buffer);
    this.viewCache = newView;
    return newView;
  }
  /**
   * Return all bytes written and reset this writer.
   */
  finish() {
    const result = this.buffer.slice(0, this.pos);
    this.pos = 0;
    this.stackPos = [];
    return result;
  }
  /**
   * Start a new fork for length-delimited data like a message
   * or a packed repeated field.
   *
   * Must be joined later with `join()`.
   */
  fork() {
    this.stackPos.push(this.pos);
    this.ensureCapacity(DEFAULT_LEN_PREFIX_SIZE);
    this.buffer[this.pos++] = 0;
    return this;
  }
  /**
   * Join the last fork. Write its length and bytes, then
   * return to the previous state.
   */
  join() {
    const forkPos = this.stackPos.pop();
    if (forkPos === void 0)
      throw new Error("invalid state, fork stack empty");
    const len = this.pos - forkPos - DEFAULT_LEN_PREFIX_SIZE;
    const lenPrefixSize = varint32Size(len);
    if (lenPrefixSize > DEFAULT_LEN_PREFIX_SIZE) {
      this.ensureCapacity(lenPrefixSize - DEFAULT_LEN_PREFIX_SIZE);
      this.buffer.copyWithin(forkPos + lenPrefixSize, forkPos + DEFAULT_LEN_PREFIX_SIZE, this.pos);
    }
    this.pos = forkPos;
    this.uint32(len);
    this.pos += len;
    return this;
  }
  /**
   * Writes a tag (field number and wire type).
   *
   * Equivalent to `uint32( (fieldNo << 3 | type) >>> 0 )`.
   *
   * Generated code should compute the tag ahead of time and call `uint32()`.
   */
  tag(fieldNo, type) {
    return this.uint32((fieldNo << 3 | type) >>> 0);
  }
  /**
   * Write a chunk of raw bytes.
   */
  raw(chunk) {
    this.ensureCapacity(chunk.length);
    this.buffer.set(chunk, this.pos);
    this.pos += chunk.length;
    return this;
  }
  /**
   * Write a `uint32` value, an unsigned 32 bit varint.
   */
  uint32(value) {
    assertUInt32(value);
    this.ensureCapacity(5);
    if (value < 128) {
      this.buffer[this.pos++] = value;
      return this;
    }
    while (value > 127) {
      this.buffer[this.pos++] = value & 127 | 128;
      value >>>= 7;
    }
    this.buffer[this.pos++] = value;
    return this;
  }
  /**
   * Write a `int32` value, a signed 32 bit varint.
   */
  int32(value) {
    assertInt32(value);
    if (value >= 0) {
      return this.uint32(value);
    }
    this.ensureCapacity(10);
    for (let i = 0; i < 9; i++) {
      this.buffer[this.pos++] = value & 127 | 128;
      value >>= 7;
    }
    this.buffer[this.pos++] = 1;
    return this;
  }
  /**
   * Write a `bool` value, a varint.
   */
  bool(value) {
    this.ensureCapacity(1);
    this.buffer[this.pos++] = value ? 1 : 0;
    return this;
  }
  /**
   * Write a `bytes` value, length-delimited arbitrary data.
   */
  bytes(value) {
    this.uint32(value.byteLength);
    return this.raw(value);
  }
  /**
   * Write a `string` value, length-delimited data converted to UTF-8 text.
   */
  string(value) {
    if (typeof value !== "string") {
      value = String(value);
    }
    const len = value.length;
    if (len <= ASCII_MAX_LENGTH) {
      this.ensureCapacity(len + 1);
      const ascii = this.buffer;
      let pos = this.pos;
      ascii[pos++] = len;
      let i = 0;
      for (; i < len; i++) {
        const code = value.charCodeAt(i);
        if (code > 127)
          break;
        ascii[pos++] = code;
      }
      if (i == len) {
        this.pos = pos;
        return this;
      }
    }
    this.ensureCapacity(len * 3 + 5);
    const lenPrefixSizeGuess = varint32Size(len);
    const buf = this.buffer;
    const start = this.pos;
    const { written } = this.encodeUtf8Into(value, buf.subarray(start + lenPrefixSizeGuess));
    const lenPrefixSize = varint32Size(written);
    if (lenPrefixSize != lenPrefixSizeGuess) {
      buf.copyWithin(start + lenPrefixSize, start + lenPrefixSizeGuess, start + lenPrefixSizeGuess + written);
    }
    this.uint32(written);
    this.pos += written;
    return this;
  }
  /**
   * Write a `float` value, 32-bit floating point number.
   */
  float(value) {
    assertFloat32(value);
    this.ensureCapacity(4);
    this.view().setFloat32(this.pos, value, true);
    this.pos += 4;
    return this;
  }
  /**
   * Write a `double` value, a 64-bit floating point number.
   */
  double(value) {
    this.ensureCapacity(8);
    this.view().setFloat64(this.pos, value, true);
    this.pos += 8;
    return this;
  }
  /**
   * Write a `fixed32` value, an unsigned, fixed-length 32-bit integer.
   */
  fixed32(value) {
    assertUInt32(value);
    this.ensureCapacity(4);
    this.view().setUint32(this.pos, value, true);
    this.pos += 4;
    return this;
  }
  /**
   * Write a `sfixed32` value, a signed, fixed-length 32-bit integer.
   */
  sfixed32(value) {
    assertInt32(value);
    this.ensureCapacity(4);
    this.view().setInt32(this.pos, value, true);
    this.pos += 4;
    return this;
  }
  /**
   * Write a `sint32` value, a signed, zigzag-encoded 32-bit varint.
   */
  sint32(value) {
    assertInt32(value);
    return this.uint32((value << 1 ^ value >> 31) >>> 0);
  }
  /**
   * Write a `sfixed64` value, a signed, fixed-length 64-bit integer.
   */
  sfixed64(value) {
    const tc = protoInt64.enc(value);
    this.ensureCapacity(8);
    const view = this.view();
    view.setInt32(this.pos, tc.lo, true);
    view.setInt32(this.pos + 4, tc.hi, true);
    this.pos += 8;
    return this;
  }
  /**
   * Write a `fixed64` value, an unsigned, fixed-length 64 bit integer.
   */
  fixed64(value) {
    const tc = protoInt64.uEnc(value);
    this.ensureCapacity(8);
    const view = this.view();
    view.setInt32(this.pos, tc.lo, true);
    view.setInt32(this.pos + 4, tc.hi, true);
    this.pos += 8;
    return this;
  }
  /**
   * Write a `int64` value, a signed 64-bit varint.
   */
  int64(value) {
    const tc = protoInt64.enc(value);
    return this.writeVarint64(tc.lo, tc.hi);
  }
  /**
   * Write a `sint64` value, a signed, zig-zag-encoded 64-bit varint.
   */
  sint64(value) {
    const tc = protoInt64.enc(value), sign = tc.hi >> 31, lo = tc.lo << 1 ^ sign, hi = (tc.hi << 1 | tc.lo >>> 31) ^ sign;
    return this.writeVarint64(lo, hi);
  }
  /**
   * Write a `uint64` value, an unsigned 64-bit varint.
   */
  uint64(value) {
    const tc = protoInt64.uEnc(value);
    return this.writeVarint64(tc.lo, tc.hi);
  }
  /**
   * Write a 64-bit varint directly into the buffer. Accepts the value as
   * split low/high 32-bit words.
   *
   * Ported from varint64write() to avoid the intermediate number[] buffer.
   * See https://github.com/protocolbuffers/protobuf/blob/8a71927d74a4ce34efe2d8769fda198f52d20d12/js/experimental/runtime/kernel/writer.js#L344
   */
  writeVarint64(lo, hi) {
    this.ensureCapacity(10);
    const buf = this.buffer;
    let pos = this.pos;
    for (let i = 0; i < 28; i = i + 7) {
      const shift = lo >>> i;
      const hasNext = !(shift >>> 7 == 0 && hi == 0);
      buf[pos++] = (hasNext ? shift | 128 : shift) & 255;
      if (!hasNext) {
        this.pos = pos;
        return this;
      }
    }
    const splitBits = lo >>> 28 & 15 | (hi & 7) << 4;
    const hasMoreBits = !(hi >> 3 == 0);
    buf[pos++] = (hasMoreBits ? splitBits | 128 : splitBits) & 255;
    if (!hasMoreBits) {
      this.pos = pos;
      return this;
    }
    for (let i = 3; i < 31; i = i + 7) {
      const shift = hi >>> i;
      const hasNext = !(shift >>> 7 == 0);
      buf[pos++] = (hasNext ? shift | 128 : shift) & 255;
      if (!hasNext) {
        this.pos = pos;
        return this;
      }
    }
    buf[pos++] = hi >>> 31 & 1;
    this.pos = pos;
    return this;
  }
};
var INITIAL_SIZE = 128;
var DEFAULT_LEN_PREFIX_SIZE = 1;
var EMPTY_BUFFER = new Uint8Array(0);
var EMPTY_VIEW = new DataView(EMPTY_BUFFER.buffer);
var ASCII_MAX_LENGTH = 32;
function varint32Size(value) {
  if (value < 128)
    return 1;
  if (value < 16384)
    return 2;
  if (value < 2097152)
    return 3;
  if (value < 268435456)
    return 4;
  return 5;
}
var BinaryReader = class {
  constructor(buf, decodeUtf82 = getTextEncoding().decodeUtf8) {
    this.decodeUtf8 = decodeUtf82;
    this.varint64Lo = 0;
    this.varint64Hi = 0;
    this.varint64 = varint64read;
    this.uint32 = varint32read;
    this.buf = buf;
    this.len = buf.length;
    this.pos = 0;
    this.view = new DataView(buf.buffer, buf.byteOffset, buf.byteLength);
  }
  /**
   * Reads a tag - field number and wire type. Tags are uint32 varints; values
   * that do not fit in uint32 are rejected.
   */
  tag() {
    const start = this.pos;
    const tag = this.uint32();
    const bytesRead = this.pos - start;
    if (bytesRead > 5 || bytesRead == 5 && this.buf[this.pos - 1] > 15) {
      throw new Error("illegal tag: varint overflows uint32");
    }
    const fieldNo = tag >>> 3;
    const wireType = tag & 7;
    if (fieldNo <= 0 || wireType > 5) {
      throw new Error("illegal tag: field no " + fieldNo + " wire type " + wireType);
    }
    return [fieldNo, wireType];
  }
  /**
   * Skip one element and return the skipped data.
   *
   * When skipping StartGroup, provide the tags field number to check for
   * matching field number in the EndGroup tag. Recursion into nested groups
   * is guarded by the `recursionLimit` argument: When the limit is reached,
   * this method throws.
   */
  skip(wireType, fieldNo, recursionLimit = 100) {
    let start = this.pos;
    switch (wireType) {
      case WireType.Varint:
        while (this.buf[this.pos++] & 128) {
        }
        break;
      // @ts-ignore TS7029: Fallthrough case in switch -- ignore instead of expect-error for compiler settings without noFallthroughCasesInSwitch: true
      case WireType.Bit64:
        this.pos += 4;
      case WireType.Bit32:
        this.pos += 4;
        break;
      case WireType.LengthDelimited:
        let len = this.uint32();
        this.pos += len;
        break;
      case WireType.StartGroup:
        if (recursionLimit <= 0) {
          throw new Error("maximum recursion depth reached");
        }
        for (; ; ) {
          const [fn, wt] = this.tag();
          if (wt === WireType.EndGroup) {
            if (fieldNo !== void 0 && fn !== fieldNo) {
              throw new Error("invalid end group tag");
            }
            break;
          }
          this.skip(wt, fn, recursionLimit - 1);
        }
        break;
      default:
        throw new Error("cant skip wire type " + wireType);
    }
    this.assertBounds();
    return this.buf.subarray(start, this.pos);
  }
  /**
   * Throws error if position in byte array is out of range.
   */
  assertBounds() {
    if (this.pos > this.len)
      throw new RangeError("premature EOF");
  }
  /**
   * Read a `int32` field, a signed 32 bit varint.
   */
  int32() {
    return this.uint32() | 0;
  }
  /**
   * Read a `sint32` field, a signed, zigzag-encoded 32-bit varint.
   */
  sint32() {
    let zze = this.uint32();
    return zze >>> 1 ^ -(zze & 1);
  }
  /**
   * Read a `int64` field, a signed 64-bit varint.
   */
  int64() {
    this.varint64();
    return protoInt64.dec(this.varint64Lo, this.varint64Hi);
  }
  /**
   * Read a `uint64` field, an unsigned 64-bit varint.
   */
  uint64() {
    this.varint64();
    return protoInt64.uDec(this.varint64Lo, this.varint64Hi);
  }
  /**
   * Read a `sint64` field, a signed, zig-zag-encoded 64-bit varint.
   */
  sint64() {
    this.varint64();
    let lo = this.varint64Lo;
    let hi = this.varint64Hi;
    let s = -(lo & 1);
    lo = (lo >>> 1 | (hi & 1) << 31) ^ s;
    hi = hi >>> 1 ^ s;
    return protoInt64.dec(lo, hi);
  }
  /**
   * Read a `bool` field, a variant.
   */
  bool() {
    const b = this.buf[this.pos];
    if (b < 128) {
      this.pos++;
      return b !== 0;
    }
    this.varint64();
    return this.varint64Lo !== 0 || this.varint64Hi !== 0;
  }
  /**
   * Read a `fixed32` field, an unsigned, fixed-length 32-bit integer.
   */
  fixed32() {
    return this.view.getUint32((this.pos += 4) - 4, true);
  }
  /**
   * Read a `sfixed32` field, a signed, fixed-length 32-bit integer.
   */
  sfixed32() {
    return this.view.getInt32((this.pos += 4) - 4, true);
  }
  /**
   * Read a `fixed64` field, an unsigned, fixed-length 64 bit integer.
   */
  fixed64() {
    return protoInt64.uDec(this.sfixed32(), this.sfixed32());
  }
  /**
   * Read a `fixed64` field, a signed, fixed-length 64-bit integer.
   */
  sfixed64() {
    return protoInt64.dec(this.sfixed32(), this.sfixed32());
  }
  /**
   * Read a `float` field, 32-bit floating point number.
   */
  float() {
    return this.view.getFloat32((this.pos += 4) - 4, true);
  }
  /**
   * Read a `double` field, a 64-bit floating point number.
   */
  double() {
    return this.view.getFloat64((this.pos += 8) - 8, true);
  }
  /**
   * Read a `bytes` field, length-delimited arbitrary data.
   */
  bytes() {
    let len = this.uint32(), start = this.pos;
    this.pos += len;
    this.assertBounds();
    return this.buf.subarray(start, start + len);
  }
  /**
   * Read a `string` field, length-delimited data converted to UTF-8 text. If
   * `strict` is true, throw on invalid UTF-8 instead of substituting U+FFFD.
   */
  string(strict) {
    const len = this.uint32();
    const start = this.pos;
    this.pos += len;
    this.assertBounds();
    const buf = this.buf;
    if (len <= ASCII_MAX_LENGTH) {
      const codes = new Array(len);
      for (let i = 0; i < len; i++) {
        const byte = buf[start + i];
        if (byte > 127) {
          return this.decodeUtf8(buf.subarray(start, this.pos), strict);
        }
        codes[i] = byte;
      }
      return String.fromCharCode.apply(String, codes);
    }
    return this.decodeUtf8(buf.subarray(start, this.pos), strict);
  }
};
function assertInt32(arg) {
  if (typeof arg == "string") {
    arg = Number(arg);
  } else if (typeof arg != "number") {
    throw new Error("invalid int32: " + typeof arg);
  }
  if (!Number.isInteger(arg) || arg > INT32_MAX || arg < INT32_MIN)
    throw new Error("invalid int32: " + arg);
}
function assertUInt32(arg) {
  if (typeof arg == "string") {
    arg = Number(arg);
  } else if (typeof arg != "number") {
    throw new Error("invalid uint32: " + typeof arg);
  }
  if (!Number.isInteger(arg) || arg > UINT32_MAX || arg < 0)
    throw new Error("invalid uint32: " + arg);
}
function assertFloat32(arg) {
  if (typeof arg == "string") {
    const o = arg;
    arg = Number(arg);
    if (Number.isNaN(arg) && o !== "NaN") {
      throw new Error("invalid float32: " + o);
    }
  } else if (typeof arg != "number") {
    throw new Error("invalid float32: " + typeof arg);
  }
  if (!Number.isFinite(Math.fround(arg)) && Number.isFinite(arg)) {
    throw new Error("invalid float32: " + arg);
  }
}

// node_modules/@bufbuild/protobuf/dist/esm/reflect/reflect-check.js
function checkField(field2, value) {
  const check2 = field2.fieldKind == "list" ? isReflectList(value, field2) : field2.fieldKind == "map" ? isReflectMap(value, field2) : checkSingular(field2, value);
  if (check2 === true) {
    return void 0;
  }
  let reason;
  switch (field2.fieldKind) {
    case "list":
      reason = `expected ${formatReflectList(field2)}, got ${formatVal(value)}`;
      break;
    case "map":
      reason = `expected ${formatReflectMap(field2)}, got ${formatVal(value)}`;
      break;
    default: {
      reason = reasonSingular(field2, value, check2);
    }
  }
  return new FieldError(field2, reason);
}
function checkListItem(field2, index, value) {
  const check2 = checkSingular(field2, value);
  if (check2 !== true) {
    return new FieldError(field2, `list item #${index + 1}: ${reasonSingular(field2, value, check2)}`);
  }
  return void 0;
}
function checkMapEntry(field2, key, value) {
  const checkKey = checkScalarValue(field2.mapKey)(key);
  if (checkKey !== true) {
    return new FieldError(field2, `invalid map key: ${reasonSingular({ scalar: field2.mapKey }, key, checkKey)}`);
  }
  const checkVal = checkSingular(field2, value);
  if (checkVal !== true) {
    return new FieldError(field2, `map entry ${formatVal(key)}: ${reasonSingular(field2, value, checkVal)}`);
  }
  return void 0;
}
function checkSingular(field2, value) {
  if (field2.scalar !== void 0) {
    return checkScalarValue(field2.scalar)(value);
  }
  if (field2.enum !== void 0) {
    if (field2.enum.open) {
      return checkScalarValue(ScalarType.INT32)(value);
    }
    return field2.enum.values.some((v) => v.number === value);
  }
  return isReflectMessage(value, field2.message);
}
function checkScalarValue(scalar) {
  switch (scalar) {
    case ScalarType.DOUBLE:
      return (value) => typeof value == "number";
    case ScalarType.FLOAT:
      return (value) => {
        if (typeof value != "number") {
          return false;
        }
        if (!Number.isFinite(Math.fround(value)) && Number.isFinite(value)) {
          return `${value.toFixed()} out of range`;
        }
        return true;
      };
    case ScalarType.INT32:
    case ScalarType.SFIXED32:
    case ScalarType.SINT32:
      return (value) => {
        if (typeof value !== "number" || !Number.isInteger(value)) {
          return false;
        }
        if (value > INT32_MAX || value < INT32_MIN) {
          return `${value.toFixed()} out of range`;
        }
        return true;
      };
    case ScalarType.FIXED32:
    case ScalarType.UINT32:
      return (value) => {
        if (typeof value !== "number" || !Number.isInteger(value)) {
          return false;
        }
        if (value > UINT32_MAX || value < 0) {
          return `${value.toFixed()} out of range`;
        }
        return true;
      };
    case ScalarType.BOOL:
      return (value) => typeof value == "boolean";
    case ScalarType.STRING:
      return (value) => {
        if (typeof value != "string") {
          return false;
        }
        return getTextEncoding().checkUtf8(value) || "invalid UTF8";
      };
    case ScalarType.BYTES:
      return (value) => value instanceof Uint8Array;
    case ScalarType.INT64:
    case ScalarType.SFIXED64:
    case ScalarType.SINT64:
      return (value) => {
        if (typeof value == "bigint" || typeof value == "number" || typeof value == "string" && value.length > 0) {
          try {
            protoInt64.parse(value);
            return true;
          } catch (_) {
            return `${value} out of range`;
          }
        }
        return false;
      };
    case ScalarType.FIXED64:
    case ScalarType.UINT64:
      return (value) => {
        if (typeof value == "bigint" || typeof value == "number" || typeof value == "string" && value.length > 0) {
          try {
            protoInt64.uParse(value);
            return true;
          } catch (_) {
            return `${value} out of range`;
          }
        }
        return false;
      };
  }
}
function reasonSingular(field2, val, details) {
  details = typeof details == "string" ? `: ${details}` : `, got ${formatVal(val)}`;
  if (field2.scalar !== void 0) {
    return `expected ${scalarTypeDescription(field2.scalar)}` + details;
  }
  if (field2.enum !== void 0) {
    return `expected ${field2.enum.toString()}` + details;
  }
  return `expected ${formatReflectMessage(field2.message)}` + details;
}
function formatVal(val) {
  switch (typeof val) {
    case "object":
      if (val === null) {
        return "null";
      }
      if (val instanceof Uint8Array) {
        return `Uint8Array(${val.length})`;
      }
      if (Array.isArray(val)) {
        return `Array(${val.length})`;
      }
      if (isReflectList(val)) {
        return formatReflectList(val.field());
      }
      if (isReflectMap(val)) {
        return formatReflectMap(val.field());
      }
      if (isReflectMessage(val)) {
        return formatReflectMessage(val.desc);
      }
      if (isMessage(val)) {
        return `message ${val.$typeName}`;
      }
      return "object";
    case "string":
      return val.length > 30 ? "string" : `"${val.split('"').join('\\"')}"`;
    case "boolean":
      return String(val);
    case "number":
      return String(val);
    case "bigint":
      return String(val) + "n";
    default:
      return typeof val;
  }
}
function formatReflectMessage(desc) {
  return `ReflectMessage (${desc.typeName})`;
}
function formatReflectList(field2) {
  switch (field2.listKind) {
    case "message":
      return `ReflectList (${field2.message.toString()})`;
    case "enum":
      return `ReflectList (${field2.enum.toString()})`;
    case "scalar":
      return `ReflectList (${ScalarType[field2.scalar]})`;
  }
}
function formatReflectMap(field2) {
  switch (field2.mapKind) {
    case "message":
      return `ReflectMap (${ScalarType[field2.mapKey]}, ${field2.message.toString()})`;
    case "enum":
      return `ReflectMap (${ScalarType[field2.mapKey]}, ${field2.enum.toString()})`;
    case "scalar":
      return `ReflectMap (${ScalarType[field2.mapKey]}, ${ScalarType[field2.scalar]})`;
  }
}
function scalarTypeDescription(scalar) {
  switch (scalar) {
    case ScalarType.STRING:
      return "string";
    case ScalarType.BOOL:
      return "boolean";
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
      return "bigint (int64)";
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return "bigint (uint64)";
    case ScalarType.BYTES:
      return "Uint8Array";
    case ScalarType.DOUBLE:
      return "number (float64)";
    case ScalarType.FLOAT:
      return "number (float32)";
    case ScalarType.FIXED32:
    case ScalarType.UINT32:
      return "number (uint32)";
    case ScalarType.INT32:
    case ScalarType.SFIXED32:
    case ScalarType.SINT32:
      return "number (int32)";
  }
}

// node_modules/@bufbuild/protobuf/dist/esm/reflect/message.js
var NULL_VALUE = 0;
function localMessageMapper(field2) {
  if (usesJsonRepresentation(field2)) {
    return {
      toMessage: (local) => wktStructToReflect(local),
      toLocal: (message) => wktStructToLocal(message)
    };
  }
  if (field2.fieldKind == "message" && !field2.oneof && isWrapperDesc(field2.message)) {
    const wrapperDesc = field2.message;
    const valueLocalName = wrapperDesc.fields[0].localName;
    return {
      toMessage: (local) => {
        const message = create(wrapperDesc);
        if (local !== void 0) {
          message[valueLocalName] = local;
        }
        return message;
      },
      toLocal: (message) => message[valueLocalName]
    };
  }
  const childDesc = field2.message;
  return {
    toMessage: (local) => local === void 0 ? create(childDesc) : local,
    toLocal: (message) => message
  };
}
function usesJsonRepresentation(field2) {
  return field2.message.typeName == "google.protobuf.Struct" && field2.parent.typeName != "google.protobuf.Value";
}
function wktStructToReflect(json2) {
  const struct = {
    $typeName: "google.protobuf.Struct",
    fields: {}
  };
  if (isObject(json2)) {
    for (const k of Object.keys(json2)) {
      setOwn(struct.fields, k, wktValueToReflect(json2[k]));
    }
  }
  return struct;
}
function wktStructToLocal(val) {
  const json2 = {};
  for (const k of Object.keys(val.fields)) {
    setOwn(json2, k, wktValueToLocal(val.fields[k]));
  }
  return json2;
}
function wktValueToLocal(val) {
  switch (val.kind.case) {
    case "structValue":
      return wktStructToLocal(val.kind.value);
    case "listValue":
      return val.kind.value.values.map(wktValueToLocal);
    case "nullValue":
    case void 0:
      return null;
    default:
      return val.kind.value;
  }
}
function wktValueToReflect(json2) {
  const value = {
    $typeName: "google.protobuf.Value",
    kind: { case: void 0 }
  };
  switch (typeof json2) {
    case "number":
      value.kind = { case: "numberValue", value: json2 };
      break;
    case "string":
      value.kind = { case: "stringValue", value: json2 };
      break;
    case "boolean":
      value.kind = { case: "boolValue", value: json2 };
      break;
    case "object":
      if (json2 === null) {
        value.kind = { case: "nullValue", value: NULL_VALUE };
      } else if (Array.isArray(json2)) {
        const listValue = {
          $typeName: "google.protobuf.ListValue",
          values: []
        };
        if (Array.isArray(json2)) {
          for (const e of json2) {
            listValue.values.push(wktValueToReflect(e));
          }
        }
        value.kind = {
          case: "listValue",
          value: listValue
        };
      } else {
        value.kind = {
          case: "structValue",
          value: wktStructToReflect(json2)
        };
      }
      break;
  }
  return value;
}

// node_modules/@bufbuild/protobuf/dist/esm/reflect/reflect.js
function reflect(messageDesc2, message, check2 = true) {
  return new ReflectMessageImpl(messageDesc2, message, check2);
}
var messageSortedFields = /* @__PURE__ */ new WeakMap();
var ReflectMessageImpl = class {
  get sortedFields() {
    const cached = messageSortedFields.get(this.desc);
    if (cached) {
      return cached;
    }
    const sortedFields = this.desc.fields.concat().sort((a, b) => a.number - b.number);
    messageSortedFields.set(this.desc, sortedFields);
    return sortedFields;
  }
  constructor(messageDesc2, message, check2 = true) {
    this.lists = /* @__PURE__ */ new Map();
    this.maps = /* @__PURE__ */ new Map();
    this.check = check2;
    this.desc = messageDesc2;
    this.message = this[unsafeLocal] = message !== null && message !== void 0 ? message : create(messageDesc2);
    this.fields = messageDesc2.fields;
    this.oneofs = messageDesc2.oneofs;
    this.members = messageDesc2.members;
  }
  findNumber(number2) {
    if (!this._fieldsByNumber) {
      this._fieldsByNumber = new Map(this.desc.fields.map((f) => [f.number, f]));
    }
    return this._fieldsByNumber.get(number2);
  }
  oneofCase(oneof) {
    assertOwn(this.message, oneof);
    return unsafeOneofCase(this.message, oneof);
  }
  isSet(field2) {
    assertOwn(this.message, field2);
    return unsafeIsSet(this.message, field2);
  }
  clear(field2) {
    assertOwn(this.message, field2);
    unsafeClear(this.message, field2);
  }
  get(field2) {
    assertOwn(this.message, field2);
    const value = unsafeGet(this.message, field2);
    switch (field2.fieldKind) {
      case "list":
        let list2 = this.lists.get(field2);
        if (!list2 || list2[unsafeLocal] !== value) {
          this.lists.set(
            field2,
            // biome-ignore lint/suspicious/noAssignInExpressions: no
            list2 = new ReflectListImpl(field2, value, this.check)
          );
        }
        return list2;
      case "map":
        let map2 = this.maps.get(field2);
        if (!map2 || map2[unsafeLocal] !== value) {
          this.maps.set(
            field2,
            // biome-ignore lint/suspicious/noAssignInExpressions: no
            map2 = new ReflectMapImpl(field2, value, this.check)
          );
        }
        return map2;
      case "message":
        return messageToReflect(field2, value, this.check);
      case "scalar":
        return value === void 0 ? scalarZeroValue(field2.scalar, false) : longToReflect(field2, value);
      case "enum":
        return value !== null && value !== void 0 ? value : field2.enum.values[0].number;
    }
  }
  set(field2, value) {
    assertOwn(this.message, field2);
    if (this.check) {
      const err = checkField(field2, value);
      if (err) {
        throw err;
      }
    }
    let local;
    if (field2.fieldKind == "message") {
      local = messageToLocal(field2, value);
    } else if (isReflectMap(value) || isReflectList(value)) {
      local = value[unsafeLocal];
    } else {
      local = longToLocal(field2, value);
    }
    unsafeSet(this.message, field2, local);
  }
  getUnknown() {
    return this.message.$unknown;
  }
  setUnknown(value) {
    this.message.$unknown = value;
  }
};
function assertOwn(owner, member) {
  if (member.parent.typeName !== owner.$typeName) {
    throw new FieldError(member, `cannot use ${member.toString()} with message ${owner.$typeName}`, "ForeignFieldError");
  }
}
var ReflectListImpl = class {
  field() {
    return this._field;
  }
  get size() {
    return this._arr.length;
  }
  constructor(field2, unsafeInput, check2) {
    this._field = field2;
    this._arr = this[unsafeLocal] = unsafeInput;
    this.check = check2;
  }
  get(index) {
    const item = this._arr[index];
    return item === void 0 ? void 0 : listItemToReflect(this._field, item, this.check);
  }
  set(index, item) {
    if (index < 0 || index >= this._arr.length) {
      throw new FieldError(this._field, `list item #${index + 1}: out of range`);
    }
    if (this.check) {
      const err = checkListItem(this._field, index, item);
      if (err) {
        throw err;
      }
    }
    this._arr[index] = listItemToLocal(this._field, item);
  }
  add(item) {
    if (this.check) {
      const err = checkListItem(this._field, this._arr.length, item);
      if (err) {
        throw err;
      }
    }
    this._arr.push(listItemToLocal(this._field, item));
    return void 0;
  }
  clear() {
    this._arr.splice(0, this._arr.length);
  }
  [Symbol.iterator]() {
    return this.values();
  }
  keys() {
    return this._arr.keys();
  }
  *values() {
    for (const item of this._arr) {
      yield listItemToReflect(this._field, item, this.check);
    }
  }
  *entries() {
    for (let i = 0; i < this._arr.length; i++) {
      yield [i, listItemToReflect(this._field, this._arr[i], this.check)];
    }
  }
};
var ReflectMapImpl = class {
  constructor(field2, unsafeInput, check2 = true) {
    this.obj = this[unsafeLocal] = unsafeInput !== null && unsafeInput !== void 0 ? unsafeInput : {};
    this.check = check2;
    this._field = field2;
  }
  field() {
    return this._field;
  }
  set(key, value) {
    if (this.check) {
      const err = checkMapEntry(this._field, key, value);
      if (err) {
        throw err;
      }
    }
    setOwn(this.obj, mapKeyToLocal(key), mapValueToLocal(this._field, value));
    return this;
  }
  delete(key) {
    const k = mapKeyToLocal(key);
    const has = Object.prototype.hasOwnProperty.call(this.obj, k);
    if (has) {
      delete this.obj[k];
    }
    return has;
  }
  clear() {
    for (const key of Object.keys(this.obj)) {
      delete this.obj[key];
    }
  }
  get(key) {
    let val = getOwn(this.obj, mapKeyToLocal(key));
    if (val !== void 0) {
      val = mapValueToReflect(this._field, val, this.check);
    }
    return val;
  }
  has(key) {
    return Object.prototype.hasOwnProperty.call(this.obj, mapKeyToLocal(key));
  }
  *keys() {
    for (const objKey of Object.keys(this.obj)) {
      yield mapKeyToReflect(objKey, this._field.mapKey);
    }
  }
  *entries() {
    for (const objEntry of Object.entries(this.obj)) {
      yield [
        mapKeyToReflect(objEntry[0], this._field.mapKey),
        mapValueToReflect(this._field, objEntry[1], this.check)
      ];
    }
  }
  [Symbol.iterator]() {
    return this.entries();
  }
  get size() {
    return Object.keys(this.obj).length;
  }
  *values() {
    for (const val of Object.values(this.obj)) {
      yield mapValueToReflect(this._field, val, this.check);
    }
  }
  forEach(callbackfn, thisArg) {
    for (const mapEntry2 of this.entries()) {
      callbackfn.call(thisArg, mapEntry2[1], mapEntry2[0], this);
    }
  }
};
function messageToLocal(field2, value) {
  if (!isReflectMessage(value)) {
    return value;
  }
  if (isWrapper(value.message) && !field2.oneof && field2.fieldKind == "message") {
    return value.message.value;
  }
  if (value.desc.typeName == "google.protobuf.Struct" && field2.parent.typeName != "google.protobuf.Value") {
    return wktStructToLocal(value.message);
  }
  return value.message;
}
function messageToReflect(field2, value, check2) {
  if (value !== void 0) {
    if (isWrapperDesc(field2.message) && !field2.oneof && field2.fieldKind == "message") {
      value = {
        $typeName: field2.message.typeName,
        value: longToReflect(field2.message.fields[0], value)
      };
    } else if (field2.message.typeName == "google.protobuf.Struct" && field2.parent.typeName != "google.protobuf.Value" && isObject(value)) {
      value = wktStructToReflect(value);
    }
  }
  return new ReflectMessageImpl(field2.message, value, check2);
}
function listItemToLocal(field2, value) {
  if (field2.listKind == "message") {
    return messageToLocal(field2, value);
  }
  return longToLocal(field2, value);
}
function listItemToReflect(field2, value, check2) {
  if (field2.listKind == "message") {
    return messageToReflect(field2, value, check2);
  }
  return longToReflect(field2, value);
}
function mapValueToLocal(field2, value) {
  if (field2.mapKind == "message") {
    return messageToLocal(field2, value);
  }
  return longToLocal(field2, value);
}
function mapValueToReflect(field2, value, check2) {
  if (field2.mapKind == "message") {
    return messageToReflect(field2, value, check2);
  }
  return value;
}
function mapKeyToLocal(key) {
  return typeof key == "string" || typeof key == "number" ? key : String(key);
}
function mapKeyToReflect(key, type) {
  switch (type) {
    case ScalarType.STRING:
      return key;
    case ScalarType.INT32:
    case ScalarType.FIXED32:
    case ScalarType.UINT32:
    case ScalarType.SFIXED32:
    case ScalarType.SINT32: {
      const n = Number.parseInt(key);
      if (Number.isFinite(n)) {
        return n;
      }
      break;
    }
    case ScalarType.BOOL:
      switch (key) {
        case "true":
          return true;
        case "false":
          return false;
      }
      break;
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      try {
        return protoInt64.uParse(key);
      } catch (_a) {
      }
      break;
    default:
      try {
        return protoInt64.parse(key);
      } catch (_b) {
      }
      break;
  }
  return key;
}
function longToReflect(field2, value) {
  switch (field2.scalar) {
    case ScalarType.INT64:
    case ScalarType.SFIXED64:
    case ScalarType.SINT64:
      if ("longAsString" in field2 && field2.longAsString && typeof value == "string") {
        value = protoInt64.parse(value);
      }
      break;
    case ScalarType.FIXED64:
    case ScalarType.UINT64:
      if ("longAsString" in field2 && field2.longAsString && typeof value == "string") {
        value = protoInt64.uParse(value);
      }
      break;
  }
  return value;
}
function longToLocal(field2, value) {
  switch (field2.scalar) {
    case ScalarType.INT64:
    case ScalarType.SFIXED64:
    case ScalarType.SINT64:
      if ("longAsString" in field2 && field2.longAsString) {
        value = String(value);
      } else if (typeof value == "string" || typeof value == "number") {
        value = protoInt64.parse(value);
      }
      break;
    case ScalarType.FIXED64:
    case ScalarType.UINT64:
      if ("longAsString" in field2 && field2.longAsString) {
        value = String(value);
      } else if (typeof value == "string" || typeof value == "number") {
        value = protoInt64.uParse(value);
      }
      break;
  }
  return value;
}

// node_modules/@bufbuild/protobuf/dist/esm/clone.js
function clone(schema, message) {
  return cloneReflect(reflect(schema, message)).message;
}
function cloneReflect(i) {
  const o = reflect(i.desc);
  for (const f of i.fields) {
    if (!i.isSet(f)) {
      continue;
    }
    switch (f.fieldKind) {
      case "list":
        const list2 = o.get(f);
        for (const item of i.get(f)) {
          list2.add(cloneSingular(f, item));
        }
        break;
      case "map":
        const map2 = o.get(f);
        for (const entry of i.get(f).entries()) {
          map2.set(entry[0], cloneSingular(f, entry[1]));
        }
        break;
      default: {
        o.set(f, cloneSingular(f, i.get(f)));
        break;
      }
    }
  }
  const unknown = i.getUnknown();
  if (unknown && unknown.length > 0) {
    o.setUnknown([...unknown]);
  }
  return o;
}
function cloneSingular(field2, value) {
  if (field2.message !== void 0 && isReflectMessage(value)) {
    return cloneReflect(value);
  }
  if (field2.scalar == ScalarType.BYTES && value instanceof Uint8Array) {
    return value.slice();
  }
  return value;
}

// node_modules/@bufbuild/protobuf/dist/esm/wire/base64-encoding.js
var nativeSetFromBase64 = Uint8Array.prototype.setFromBase64;
function base64Decode(base64Str) {
  const len = base64Str.length;
  let size = len - (len + 3 >> 2);
  if ((len & 3) == 0 && base64Str[len - 1] == "=") {
    size -= base64Str[len - 2] == "=" ? 2 : 1;
  }
  const bytes = new Uint8Array(size);
  let written = -1;
  if (nativeSetFromBase64) {
    try {
      const result = nativeSetFromBase64.call(bytes, base64Str);
      if (result.read == len) {
        written = result.written;
      }
    } catch (_a) {
    }
  }
  if (written < 0) {
    written = setFromBase64(bytes, base64Str);
  }
  return written == size ? bytes : bytes.subarray(0, written);
}
function setFromBase64(bytes, base64Str) {
  const table2 = getDecodeTable();
  let bytePos = 0, groupPos = 0, b, p = 0;
  for (let i = 0; i < base64Str.length; i++) {
    b = table2[base64Str.charCodeAt(i)];
    if (b === void 0) {
      switch (base64Str[i]) {
        // @ts-ignore TS7029: Fallthrough case in switch -- ignore instead of expect-error for compiler settings without noFallthroughCasesInSwitch: true
        case "=":
          groupPos = 0;
        // reset state when padding found
        case "\n":
        case "\r":
        case "	":
        case " ":
          continue;
        // skip white-space, and padding
        default:
          throw Error("invalid base64 string");
      }
    }
    switch (groupPos) {
      case 0:
        p = b;
        groupPos = 1;
        break;
      case 1:
        bytes[bytePos++] = p << 2 | (b & 48) >> 4;
        p = b;
        groupPos = 2;
        break;
      case 2:
        bytes[bytePos++] = (p & 15) << 4 | (b & 60) >> 2;
        p = b;
        groupPos = 3;
        break;
      case 3:
        bytes[bytePos++] = (p & 3) << 6 | b;
        groupPos = 0;
        break;
    }
  }
  if (groupPos == 1)
    throw Error("invalid base64 string");
  return bytePos;
}
var nativeToBase64 = Uint8Array.prototype.toBase64;
var toBase64OptionsMap = {
  std: { alphabet: "base64", omitPadding: false },
  std_raw: { alphabet: "base64", omitPadding: true },
  url: { alphabet: "base64url", omitPadding: true }
};
function base64Encode(bytes, encoding = "std") {
  if (nativeToBase64) {
    return nativeToBase64.call(bytes, toBase64OptionsMap[encoding]);
  }
  const table2 = getEncodeTable(encoding);
  const pad = encoding == "std";
  let base64 = "", groupPos = 0, b, p = 0;
  for (let i = 0; i < bytes.length; i++) {
    b = bytes[i];
    switch (groupPos) {
      case 0:
        base64 += table2[b >> 2];
        p = (b & 3) << 4;
        groupPos = 1;
        break;
      case 1:
        base64 += table2[p | b >> 4];
        p = (b & 15) << 2;
        groupPos = 2;
        break;
      case 2:
        base64 += table2[p | b >> 6];
        base64 += table2[b & 63];
        groupPos = 0;
        break;
    }
  }
  if (groupPos) {
    base64 += table2[p];
    if (pad) {
      base64 += "=";
      if (groupPos == 1)
        base64 += "=";
    }
  }
  return base64;
}
var encodeTableStd;
var encodeTableUrl;
var decodeTable;
function getEncodeTable(encoding) {
  if (!encodeTableStd) {
    encodeTableStd = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".split("");
    encodeTableUrl = encodeTableStd.slice(0, -2).concat("-", "_");
  }
  return encoding == "url" ? (
    // biome-ignore lint/style/noNonNullAssertion: TS fails to narrow down
    encodeTableUrl
  ) : encodeTableStd;
}
function getDecodeTable() {
  if (!decodeTable) {
    decodeTable = [];
    const encodeTable = getEncodeTable("std");
    for (let i = 0; i < encodeTable.length; i++)
      decodeTable[encodeTable[i].charCodeAt(0)] = i;
    decodeTable["-".charCodeAt(0)] = encodeTable.indexOf("+");
    decodeTable["_".charCodeAt(0)] = encodeTable.indexOf("/");
  }
  return decodeTable;
}

// node_modules/@bufbuild/protobuf/dist/esm/reflect/names.js
function protoCamelCase(snakeCase) {
  let capNext = false;
  const b = [];
  for (let i = 0; i < snakeCase.length; i++) {
    let c = snakeCase.charAt(i);
    switch (c) {
      case "_":
        capNext = true;
        break;
      case "0":
      case "1":
      case "2":
      case "3":
      case "4":
      case "5":
      case "6":
      case "7":
      case "8":
      case "9":
        b.push(c);
        capNext = false;
        break;
      default:
        if (capNext) {
          capNext = false;
          c = c.toUpperCase();
        }
        b.push(c);
        break;
    }
  }
  return b.join("");
}
function protoSnakeCase(lowerCamelCase) {
  return lowerCamelCase.replace(/[A-Z]/g, (letter) => "_" + letter.toLowerCase());
}
var reservedObjectProperties = /* @__PURE__ */ new Set([
  // names reserved by JavaScript
  "constructor",
  "toString",
  "toJSON",
  "valueOf"
]);
function safeObjectProperty(name) {
  return reservedObjectProperties.has(name) ? name + "$" : name;
}

// node_modules/@bufbuild/protobuf/dist/esm/codegenv2/restore-json-names.js
function restoreJsonNames(message) {
  for (const f of message.field) {
    if (!unsafeIsSetExplicit(f, "jsonName")) {
      f.jsonName = protoCamelCase(f.name);
    }
  }
  message.nestedType.forEach(restoreJsonNames);
}

// node_modules/@bufbuild/protobuf/dist/esm/wire/text-format.js
function parseTextFormatEnumValue(descEnum, value) {
  const enumValue = descEnum.values.find((v) => v.name === value);
  if (!enumValue) {
    throw new Error(`cannot parse ${descEnum} default value: ${value}`);
  }
  return enumValue.number;
}
function parseTextFormatScalarValue(type, value) {
  switch (type) {
    case ScalarType.STRING:
      return value;
    case ScalarType.BYTES: {
      const u = unescapeBytesDefaultValue(value);
      if (u === false) {
        throw new Error(`cannot parse ${ScalarType[type]} default value: ${value}`);
      }
      return u;
    }
    case ScalarType.INT64:
    case ScalarType.SFIXED64:
    case ScalarType.SINT64:
      return protoInt64.parse(value);
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return protoInt64.uParse(value);
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      switch (value) {
        case "inf":
          return Number.POSITIVE_INFINITY;
        case "-inf":
          return Number.NEGATIVE_INFINITY;
        case "nan":
          return Number.NaN;
        default:
          return parseFloat(value);
      }
    case ScalarType.BOOL:
      return value === "true";
    case ScalarType.INT32:
    case ScalarType.UINT32:
    case ScalarType.SINT32:
    case ScalarType.FIXED32:
    case ScalarType.SFIXED32:
      return parseInt(value, 10);
  }
}
function unescapeBytesDefaultValue(str) {
  const b = [];
  const input = {
    tail: str,
    c: "",
    next() {
      if (this.tail.length == 0) {
        return false;
      }
      this.c = this.tail[0];
      this.tail = this.tail.substring(1);
      return true;
    },
    take(n) {
      if (this.tail.length >= n) {
        const r = this.tail.substring(0, n);
        this.tail = this.tail.substring(n);
        return r;
      }
      return false;
    }
  };
  while (input.next()) {
    switch (input.c) {
      case "\\":
        if (input.next()) {
          switch (input.c) {
            case "\\":
              b.push(input.c.charCodeAt(0));
              break;
            case "b":
              b.push(8);
              break;
            case "f":
              b.push(12);
              break;
            case "n":
              b.push(10);
              break;
            case "r":
              b.push(13);
              break;
            case "t":
              b.push(9);
              break;
            case "v":
              b.push(11);
              break;
            case "0":
            case "1":
            case "2":
            case "3":
            case "4":
            case "5":
            case "6":
            case "7": {
              const s = input.c;
              const t = input.take(2);
              if (t === false) {
                return false;
              }
              const n = parseInt(s + t, 8);
              if (Number.isNaN(n)) {
                return false;
              }
              b.push(n);
              break;
            }
            case "x": {
              const s = input.c;
              const t = input.take(2);
              if (t === false) {
                return false;
              }
              const n = parseInt(s + t, 16);
              if (Number.isNaN(n)) {
                return false;
              }
              b.push(n);
              break;
            }
            case "u": {
              const s = input.c;
              const t = input.take(4);
              if (t === false) {
                return false;
              }
              const n = parseInt(s + t, 16);
              if (Number.isNaN(n)) {
                return false;
              }
              const chunk = new Uint8Array(4);
              const view = new DataView(chunk.buffer);
              view.setInt32(0, n, true);
              b.push(chunk[0], chunk[1], chunk[2], chunk[3]);
              break;
            }
            case "U": {
              const s = input.c;
              const t = input.take(8);
              if (t === false) {
                return false;
              }
              const tc = protoInt64.uEnc(s + t);
              const chunk = new Uint8Array(8);
              const view = new DataView(chunk.buffer);
              view.setInt32(0, tc.lo, true);
              view.setInt32(4, tc.hi, true);
              b.push(chunk[0], chunk[1], chunk[2], chunk[3], chunk[4], chunk[5], chunk[6], chunk[7]);
              break;
            }
          }
        }
        break;
      default:
        b.push(input.c.charCodeAt(0));
    }
  }
  return new Uint8Array(b);
}

// node_modules/@bufbuild/protobuf/dist/esm/reflect/nested-types.js
function* nestedTypes(desc) {
  switch (desc.kind) {
    case "file":
      for (const message of desc.messages) {
        yield message;
        yield* nestedTypes(message);
      }
      yield* desc.enums;
      yield* desc.services;
      yield* desc.extensions;
      break;
    case "message":
      for (const message of desc.nestedMessages) {
        yield message;
        yield* nestedTypes(message);
      }
      yield* desc.nestedEnums;
      yield* desc.nestedExtensions;
      break;
  }
}

// node_modules/@bufbuild/protobuf/dist/esm/registry.js
function createFileRegistry(...args) {
  return buildFileRegistry(args, assertValidNames);
}
function createEmbeddedFileRegistry(fileDescriptorProto, resolve8) {
  return buildFileRegistry([fileDescriptorProto, resolve8]);
}
function buildFileRegistry(args, check2) {
  const registry = createBaseRegistry();
  if (!args.length) {
    return registry;
  }
  if ("$typeName" in args[0] && args[0].$typeName == "google.protobuf.FileDescriptorSet") {
    for (const file of args[0].file) {
      check2 === null || check2 === void 0 ? void 0 : check2(file);
      addFile(file, registry);
    }
    return registry;
  }
  if ("$typeName" in args[0]) {
    let recurseDeps = function(file) {
      const deps = [];
      for (const protoFileName of file.dependency) {
        if (registry.getFile(protoFileName) != void 0) {
          continue;
        }
        if (seen.has(protoFileName)) {
          continue;
        }
        const dep = resolve8(protoFileName);
        if (!dep) {
          throw new Error(`Unable to resolve ${protoFileName}, imported by ${file.name}`);
        }
        if ("kind" in dep) {
          registry.addFile(dep, false, true);
        } else {
          seen.add(dep.name);
          deps.push(dep);
        }
      }
      return deps.concat(...deps.map(recurseDeps));
    };
    const input = args[0];
    const resolve8 = args[1];
    const seen = /* @__PURE__ */ new Set();
    for (const file of [input, ...recurseDeps(input)].reverse()) {
      check2 === null || check2 === void 0 ? void 0 : check2(file);
      addFile(file, registry);
    }
  } else {
    for (const fileReg of args) {
      for (const file of fileReg.files) {
        registry.addFile(file);
      }
    }
  }
  return registry;
}
var identifierRe = /^[A-Za-z0-9_]+$/;
function assertValidNames(file) {
  const check2 = (kind, name) => {
    if (!identifierRe.test(name)) {
      throw new Error(`${file.name}: invalid ${kind} name ${JSON.stringify(name)}`);
    }
  };
  const checkEnum = (enumType) => {
    check2("enum", enumType.name);
    for (const value of enumType.value) {
      check2("enum value", value.name);
    }
  };
  const checkMessage2 = (message) => {
    check2("message", message.name);
    for (const field2 of message.field) {
      check2("field", field2.name);
    }
    for (const oneof of message.oneofDecl) {
      check2("oneof", oneof.name);
    }
    for (const extension of message.extension) {
      check2("extension", extension.name);
    }
    message.nestedType.forEach(checkMessage2);
    message.enumType.forEach(checkEnum);
  };
  file.messageType.forEach(checkMessage2);
  file.enumType.forEach(checkEnum);
  for (const extension of file.extension) {
    check2("extension", extension.name);
  }
  for (const service of file.service) {
    check2("service", service.name);
    for (const method of service.method) {
      check2("method", method.name);
    }
  }
}
function createBaseRegistry() {
  const types = /* @__PURE__ */ new Map();
  const extendees = /* @__PURE__ */ new Map();
  const files = /* @__PURE__ */ new Map();
  return {
    kind: "registry",
    types,
    extendees,
    [Symbol.iterator]() {
      return types.values();
    },
    get files() {
      return files.values();
    },
    addFile(file, skipTypes, withDeps) {
      files.set(file.proto.name, file);
      if (!skipTypes) {
        for (const type of nestedTypes(file)) {
          this.add(type);
        }
      }
      if (withDeps) {
        for (const f of file.dependencies) {
          this.addFile(f, skipTypes, withDeps);
        }
      }
    },
    add(desc) {
      if (desc.kind == "extension") {
        let numberToExt = extendees.get(desc.extendee.typeName);
        if (!numberToExt) {
          extendees.set(
            desc.extendee.typeName,
            // biome-ignore lint/suspicious/noAssignInExpressions: no
            numberToExt = /* @__PURE__ */ new Map()
          );
        }
        numberToExt.set(desc.number, desc);
      }
      types.set(desc.typeName, desc);
    },
    get(typeName) {
      return types.get(typeName);
    },
    getFile(fileName) {
      return files.get(fileName);
    },
    getMessage(typeName) {
      const t = types.get(typeName);
      return (t === null || t === void 0 ? void 0 : t.kind) == "message" ? t : void 0;
    },
    getEnum(typeName) {
      const t = types.get(typeName);
      return (t === null || t === void 0 ? void 0 : t.kind) == "enum" ? t : void 0;
    },
    getExtension(typeName) {
      const t = types.get(typeName);
      return (t === null || t === void 0 ? void 0 : t.kind) == "extension" ? t : void 0;
    },
    getExtensionFor(extendee, no) {
      var _a;
      return (_a = extendees.get(extendee.typeName)) === null || _a === void 0 ? void 0 : _a.get(no);
    },
    getService(typeName) {
      const t = types.get(typeName);
      return (t === null || t === void 0 ? void 0 : t.kind) == "service" ? t : void 0;
    }
  };
}
var EDITION_PROTO22 = 998;
var EDITION_PROTO32 = 999;
var EDITION_UNSTABLE = 9999;
var TYPE_STRING = 9;
var TYPE_GROUP = 10;
var TYPE_MESSAGE = 11;
var TYPE_BYTES = 12;
var TYPE_ENUM = 14;
var LABEL_REPEATED = 3;
var LABEL_REQUIRED = 2;
var JS_STRING = 1;
var IDEMPOTENCY_UNKNOWN = 0;
var EXPLICIT = 1;
var IMPLICIT3 = 2;
var LEGACY_REQUIRED = 3;
var PACKED = 1;
var DELIMITED = 2;
var OPEN = 1;
var VERIFY = 2;
var maximumEdition = 1002;
var featureDefaults = {
  // EDITION_PROTO2
  998: {
    fieldPresence: 1,
    // EXPLICIT,
    enumType: 2,
    // CLOSED,
    repeatedFieldEncoding: 2,
    // EXPANDED,
    utf8Validation: 3,
    // NONE,
    messageEncoding: 1,
    // LENGTH_PREFIXED,
    jsonFormat: 2,
    // LEGACY_BEST_EFFORT,
    enforceNamingStyle: 2,
    // STYLE_LEGACY,
    defaultSymbolVisibility: 1,
    // EXPORT_ALL,
    enforceProtoLimits: 1
    // LEGACY_NO_EXPLICIT_LIMITS,
  },
  // EDITION_PROTO3
  999: {
    fieldPresence: 2,
    // IMPLICIT,
    enumType: 1,
    // OPEN,
    repeatedFieldEncoding: 1,
    // PACKED,
    utf8Validation: 2,
    // VERIFY,
    messageEncoding: 1,
    // LENGTH_PREFIXED,
    jsonFormat: 1,
    // ALLOW,
    enforceNamingStyle: 2,
    // STYLE_LEGACY,
    defaultSymbolVisibility: 1,
    // EXPORT_ALL,
    enforceProtoLimits: 1
    // LEGACY_NO_EXPLICIT_LIMITS,
  },
  // EDITION_2023
  1e3: {
    fieldPresence: 1,
    // EXPLICIT,
    enumType: 1,
    // OPEN,
    repeatedFieldEncoding: 1,
    // PACKED,
    utf8Validation: 2,
    // VERIFY,
    messageEncoding: 1,
    // LENGTH_PREFIXED,
    jsonFormat: 1,
    // ALLOW,
    enforceNamingStyle: 2,
    // STYLE_LEGACY,
    defaultSymbolVisibility: 1,
    // EXPORT_ALL,
    enforceProtoLimits: 1
    // LEGACY_NO_EXPLICIT_LIMITS,
  },
  // EDITION_2024
  1001: {
    fieldPresence: 1,
    // EXPLICIT,
    enumType: 1,
    // OPEN,
    repeatedFieldEncoding: 1,
    // PACKED,
    utf8Validation: 2,
    // VERIFY,
    messageEncoding: 1,
    // LENGTH_PREFIXED,
    jsonFormat: 1,
    // ALLOW,
    enforceNamingStyle: 1,
    // STYLE2024,
    defaultSymbolVisibility: 2,
    // EXPORT_TOP_LEVEL,
    enforceProtoLimits: 1
    // LEGACY_NO_EXPLICIT_LIMITS,
  },
  // EDITION_2026
  1002: {
    fieldPresence: 1,
    // EXPLICIT,
    enumType: 1,
    // OPEN,
    repeatedFieldEncoding: 1,
    // PACKED,
    utf8Validation: 2,
    // VERIFY,
    messageEncoding: 1,
    // LENGTH_PREFIXED,
    jsonFormat: 1,
    // ALLOW,
    enforceNamingStyle: 3,
    // STYLE2026,
    defaultSymbolVisibility: 4,
    // STRICT,
    enforceProtoLimits: 2
    // PROTO_LIMITS2026,
  }
};
function addFile(proto, reg) {
  var _a, _b;
  const file = {
    kind: "file",
    proto,
    deprecated: (_b = (_a = proto.options) === null || _a === void 0 ? void 0 : _a.deprecated) !== null && _b !== void 0 ? _b : false,
    edition: getFileEdition(proto),
    name: proto.name.replace(/\.proto$/, ""),
    dependencies: findFileDependencies(proto, reg),
    enums: [],
    messages: [],
    extensions: [],
    services: [],
    toString() {
      return `file ${proto.name}`;
    }
  };
  const mapEntriesStore = /* @__PURE__ */ new Map();
  const mapEntries = {
    get(typeName) {
      return mapEntriesStore.get(typeName);
    },
    add(desc) {
      var _a2;
      assert(((_a2 = desc.proto.options) === null || _a2 === void 0 ? void 0 : _a2.mapEntry) === true);
      mapEntriesStore.set(desc.typeName, desc);
    }
  };
  for (const enumProto of proto.enumType) {
    addEnum(enumProto, file, void 0, reg);
  }
  for (const messageProto of proto.messageType) {
    addMessage(messageProto, file, void 0, reg, mapEntries);
  }
  for (const serviceProto of proto.service) {
    addService(serviceProto, file, reg);
  }
  addExtensions(file, reg);
  for (const mapEntry2 of mapEntriesStore.values()) {
    addFields(mapEntry2, reg, mapEntries);
  }
  for (const message of file.messages) {
    addFields(message, reg, mapEntries);
    addExtensions(message, reg);
  }
  reg.addFile(file, true);
}
function addExtensions(desc, reg) {
  switch (desc.kind) {
    case "file":
      for (const proto of desc.proto.extension) {
        const ext = newField(proto, desc, reg);
        desc.extensions.push(ext);
        reg.add(ext);
      }
      break;
    case "message":
      for (const proto of desc.proto.extension) {
        const ext = newField(proto, desc, reg);
        desc.nestedExtensions.push(ext);
        reg.add(ext);
      }
      for (const message of desc.nestedMessages) {
        addExtensions(message, reg);
      }
      break;
  }
}
function addFields(message, reg, mapEntries) {
  const allOneofs = message.proto.oneofDecl.map((proto) => newOneof(proto, message));
  const oneofsSeen = /* @__PURE__ */ new Set();
  for (const proto of message.proto.field) {
    const oneof = findOneof(proto, allOneofs);
    const field2 = newField(proto, message, reg, oneof, mapEntries);
    message.fields.push(field2);
    message.field[field2.localName] = field2;
    if (oneof === void 0) {
      message.members.push(field2);
    } else {
      oneof.fields.push(field2);
      if (!oneofsSeen.has(oneof)) {
        oneofsSeen.add(oneof);
        message.members.push(oneof);
      }
    }
  }
  for (const oneof of allOneofs.filter((o) => oneofsSeen.has(o))) {
    message.oneofs.push(oneof);
  }
  for (const child of message.nestedMessages) {
    addFields(child, reg, mapEntries);
  }
}
function addEnum(proto, file, parent, reg) {
  var _a, _b, _c, _d, _e, _f, _g;
  var _h, _j;
  const sharedPrefix = findEnumSharedPrefix(proto.name, proto.value);
  const desc = {
    kind: "enum",
    proto,
    deprecated: (_b = (_a = proto.options) === null || _a === void 0 ? void 0 : _a.deprecated) !== null && _b !== void 0 ? _b : false,
    file,
    parent,
    open: true,
    name: proto.name,
    typeName: makeTypeName(proto, parent, file),
    value: {},
    values: [],
    sharedPrefix,
    toString() {
      return `enum ${this.typeName}`;
    }
  };
  desc.open = isEnumOpen(desc);
  reg.add(desc);
  for (const p of proto.value) {
    const name = p.name;
    const value = {
      kind: "enum_value",
      proto: p,
      deprecated: (_d = (_c = p.options) === null || _c === void 0 ? void 0 : _c.deprecated) !== null && _d !== void 0 ? _d : false,
      parent: desc,
      name,
      localName: safeObjectProperty(sharedPrefix == void 0 ? name : name.substring(sharedPrefix.length)),
      number: p.number,
      jsonName: (_e = findEnumValueJsonName(p)) !== null && _e !== void 0 ? _e : name,
      toString() {
        return `enum value ${desc.typeName}.${name}`;
      }
    };
    desc.values.push(value);
    (_f = (_h = desc.value)[_j = p.number]) !== null && _f !== void 0 ? _f : _h[_j] = value;
  }
  ((_g = parent === null || parent === void 0 ? void 0 : parent.nestedEnums) !== null && _g !== void 0 ? _g : file.enums).push(desc);
}
function addMessage(proto, file, parent, reg, mapEntries) {
  var _a, _b, _c, _d;
  const desc = {
    kind: "message",
    proto,
    deprecated: (_b = (_a = proto.options) === null || _a === void 0 ? void 0 : _a.deprecated) !== null && _b !== void 0 ? _b : false,
    file,
    parent,
    name: proto.name,
    typeName: makeTypeName(proto, parent, file),
    fields: [],
    field: {},
    oneofs: [],
    members: [],
    nestedEnums: [],
    nestedMessages: [],
    nestedExtensions: [],
    toString() {
      return `message ${this.typeName}`;
    }
  };
  if (((_c = proto.options) === null || _c === void 0 ? void 0 : _c.mapEntry) === true) {
    mapEntries.add(desc);
  } else {
    ((_d = parent === null || parent === void 0 ? void 0 : parent.nestedMessages) !== null && _d !== void 0 ? _d : file.messages).push(desc);
    reg.add(desc);
  }
  for (const enumProto of proto.enumType) {
    addEnum(enumProto, file, desc, reg);
  }
  for (const messageProto of proto.nestedType) {
    addMessage(messageProto, file, desc, reg, mapEntries);
  }
}
function addService(proto, file, reg) {
  var _a, _b;
  const desc = {
    kind: "service",
    proto,
    deprecated: (_b = (_a = proto.options) === null || _a === void 0 ? void 0 : _a.deprecated) !== null && _b !== void 0 ? _b : false,
    file,
    name: proto.name,
    typeName: makeTypeName(proto, void 0, file),
    methods: [],
    method: {},
    toString() {
      return `service ${this.typeName}`;
    }
  };
  file.services.push(desc);
  reg.add(desc);
  for (const methodProto of proto.method) {
    const method = newMethod(methodProto, desc, reg);
    desc.methods.push(method);
    desc.method[method.localName] = method;
  }
}
function newMethod(proto, parent, reg) {
  var _a, _b, _c, _d;
  let methodKind;
  if (proto.clientStreaming && proto.serverStreaming) {
    methodKind = "bidi_streaming";
  } else if (proto.clientStreaming) {
    methodKind = "client_streaming";
  } else if (proto.serverStreaming) {
    methodKind = "server_streaming";
  } else {
    methodKind = "unary";
  }
  const input = reg.getMessage(trimLeadingDot(proto.inputType));
  const output = reg.getMessage(trimLeadingDot(proto.outputType));
  assert(input, `invalid MethodDescriptorProto: input_type ${proto.inputType} not found`);
  assert(output, `invalid MethodDescriptorProto: output_type ${proto.inputType} not found`);
  const name = proto.name;
  return {
    kind: "rpc",
    proto,
    deprecated: (_b = (_a = proto.options) === null || _a === void 0 ? void 0 : _a.deprecated) !== null && _b !== void 0 ? _b : false,
    parent,
    name,
    localName: safeObjectProperty(name.length ? safeObjectProperty(name[0].toLowerCase() + name.substring(1)) : name),
    methodKind,
    input,
    output,
    idempotency: (_d = (_c = proto.options) === null || _c === void 0 ? void 0 : _c.idempotencyLevel) !== null && _d !== void 0 ? _d : IDEMPOTENCY_UNKNOWN,
    toString() {
      return `rpc ${parent.typeName}.${name}`;
    }
  };
}
function newOneof(proto, parent) {
  return {
    kind: "oneof",
    proto,
    deprecated: false,
    parent,
    fields: [],
    name: proto.name,
    localName: safeObjectProperty(protoCamelCase(proto.name)),
    toString() {
      return `oneof ${parent.typeName}.${this.name}`;
    }
  };
}
function newField(proto, parentOrFile, reg, oneof, mapEntries) {
  var _a, _b, _c;
  const isExtension = mapEntries === void 0;
  const field2 = {
    kind: "field",
    proto,
    deprecated: (_b = (_a = proto.options) === null || _a === void 0 ? void 0 : _a.deprecated) !== null && _b !== void 0 ? _b : false,
    name: proto.name,
    number: proto.number,
    scalar: void 0,
    message: void 0,
    enum: void 0,
    presence: getFieldPresence(proto, oneof, isExtension, parentOrFile),
    utf8Validation: isUtf8Validated(proto, parentOrFile),
    listKind: void 0,
    mapKind: void 0,
    mapKey: void 0,
    delimitedEncoding: void 0,
    packed: void 0,
    longAsString: false,
    getDefaultValue: void 0
  };
  let toStr;
  if (isExtension) {
    const file = parentOrFile.kind == "file" ? parentOrFile : parentOrFile.file;
    const parent = parentOrFile.kind == "file" ? void 0 : parentOrFile;
    const typeName = makeTypeName(proto, parent, file);
    field2.kind = "extension";
    field2.file = file;
    field2.parent = parent;
    field2.oneof = void 0;
    field2.typeName = typeName;
    field2.jsonName = `[${typeName}]`;
    toStr = () => `extension ${typeName}`;
    const extendee = reg.getMessage(trimLeadingDot(proto.extendee));
    assert(extendee, `invalid FieldDescriptorProto: extendee ${proto.extendee} not found`);
    field2.extendee = extendee;
  } else {
    const parent = parentOrFile;
    assert(parent.kind == "message");
    field2.parent = parent;
    field2.oneof = oneof;
    field2.localName = oneof ? protoCamelCase(proto.name) : safeObjectProperty(protoCamelCase(proto.name));
    field2.jsonName = proto.jsonName;
    toStr = () => `field ${parent.typeName}.${proto.name}`;
  }
  Object.defineProperty(field2, "toString", {
    value: toStr,
    writable: true,
    enumerable: true,
    configurable: true
  });
  const label = proto.label;
  const type = proto.type;
  const jstype = (_c = proto.options) === null || _c === void 0 ? void 0 : _c.jstype;
  if (label === LABEL_REPEATED) {
    const mapEntry2 = type == TYPE_MESSAGE ? mapEntries === null || mapEntries === void 0 ? void 0 : mapEntries.get(trimLeadingDot(proto.typeName)) : void 0;
    if (mapEntry2) {
      field2.fieldKind = "map";
      const { key, value } = findMapEntryFields(mapEntry2);
      field2.mapKey = key.scalar;
      field2.mapKind = value.fieldKind;
      field2.message = value.message;
      field2.delimitedEncoding = false;
      field2.enum = value.enum;
      field2.scalar = value.scalar;
      return field2;
    }
    field2.fieldKind = "list";
    switch (type) {
      case TYPE_MESSAGE:
      case TYPE_GROUP:
        field2.listKind = "message";
        field2.message = reg.getMessage(trimLeadingDot(proto.typeName));
        assert(field2.message);
        field2.delimitedEncoding = isDelimitedEncoding(proto, parentOrFile);
        break;
      case TYPE_ENUM:
        field2.listKind = "enum";
        field2.enum = reg.getEnum(trimLeadingDot(proto.typeName));
        assert(field2.enum);
        break;
      default:
        field2.listKind = "scalar";
        field2.scalar = type;
        field2.longAsString = jstype == JS_STRING;
        break;
    }
    field2.packed = isPackedField(proto, parentOrFile);
    return field2;
  }
  switch (type) {
    case TYPE_MESSAGE:
    case TYPE_GROUP:
      field2.fieldKind = "message";
      field2.message = reg.getMessage(trimLeadingDot(proto.typeName));
      assert(field2.message, `invalid FieldDescriptorProto: type_name ${proto.typeName} not found`);
      field2.delimitedEncoding = isDelimitedEncoding(proto, parentOrFile);
      field2.getDefaultValue = () => void 0;
      break;
    case TYPE_ENUM: {
      const enumeration2 = reg.getEnum(trimLeadingDot(proto.typeName));
      assert(enumeration2 !== void 0, `invalid FieldDescriptorProto: type_name ${proto.typeName} not found`);
      field2.fieldKind = "enum";
      field2.enum = reg.getEnum(trimLeadingDot(proto.typeName));
      field2.getDefaultValue = () => {
        return unsafeIsSetExplicit(proto, "defaultValue") ? parseTextFormatEnumValue(enumeration2, proto.defaultValue) : void 0;
      };
      break;
    }
    default: {
      field2.fieldKind = "scalar";
      field2.scalar = type;
      field2.longAsString = jstype == JS_STRING;
      field2.getDefaultValue = () => {
        return unsafeIsSetExplicit(proto, "defaultValue") ? parseTextFormatScalarValue(type, proto.defaultValue) : void 0;
      };
      break;
    }
  }
  return field2;
}
function getFileEdition(proto) {
  switch (proto.syntax) {
    case "":
    case "proto2":
      return EDITION_PROTO22;
    case "proto3":
      return EDITION_PROTO32;
    case "editions":
      if (proto.edition === EDITION_UNSTABLE) {
        return maximumEdition;
      }
      if (proto.edition in featureDefaults) {
        return proto.edition;
      }
      throw new Error(`${proto.name}: unsupported edition`);
    default:
      throw new Error(`${proto.name}: unsupported syntax "${proto.syntax}"`);
  }
}
function findFileDependencies(proto, reg) {
  return proto.dependency.map((wantName) => {
    const dep = reg.getFile(wantName);
    if (!dep) {
      throw new Error(`Cannot find ${wantName}, imported by ${proto.name}`);
    }
    return dep;
  });
}
function findEnumSharedPrefix(enumName, values) {
  const prefix = camelToSnakeCase(enumName) + "_";
  for (const value of values) {
    if (!value.name.toLowerCase().startsWith(prefix)) {
      return void 0;
    }
    const shortName = value.name.substring(prefix.length);
    if (shortName.length == 0) {
      return void 0;
    }
    if (/^\d/.test(shortName)) {
      return void 0;
    }
  }
  return prefix;
}
function findEnumValueJsonName(proto) {
  var _a, _b;
  const extensionNumber = 998;
  const fieldNumber = 1;
  let jsonName;
  for (const uf of (_b = (_a = proto.options) === null || _a === void 0 ? void 0 : _a.$unknown) !== null && _b !== void 0 ? _b : []) {
    if (uf.no !== extensionNumber || uf.wireType !== WireType.LengthDelimited) {
      continue;
    }
    const reader = new BinaryReader(new BinaryReader(uf.data).bytes());
    while (reader.pos < reader.len) {
      const [no, wireType] = reader.tag();
      if (no === fieldNumber && wireType === WireType.LengthDelimited) {
        jsonName = reader.string();
      } else {
        reader.skip(wireType, no);
      }
    }
  }
  return jsonName;
}
function camelToSnakeCase(camel) {
  return (camel.substring(0, 1) + camel.substring(1).replace(/[A-Z]/g, (c) => "_" + c)).toLowerCase();
}
function makeTypeName(proto, parent, file) {
  let typeName;
  if (parent) {
    typeName = `${parent.typeName}.${proto.name}`;
  } else if (file.proto.package.length > 0) {
    typeName = `${file.proto.package}.${proto.name}`;
  } else {
    typeName = `${proto.name}`;
  }
  return typeName;
}
function trimLeadingDot(typeName) {
  return typeName.startsWith(".") ? typeName.substring(1) : typeName;
}
function findOneof(proto, allOneofs) {
  if (!unsafeIsSetExplicit(proto, "oneofIndex")) {
    return void 0;
  }
  if (proto.proto3Optional) {
    return void 0;
  }
  const oneof = allOneofs[proto.oneofIndex];
  assert(oneof, `invalid FieldDescriptorProto: oneof #${proto.oneofIndex} for field #${proto.number} not found`);
  return oneof;
}
function getFieldPresence(proto, oneof, isExtension, parent) {
  if (proto.label == LABEL_REQUIRED) {
    return LEGACY_REQUIRED;
  }
  if (proto.label == LABEL_REPEATED) {
    return IMPLICIT3;
  }
  if (!!oneof || proto.proto3Optional) {
    return EXPLICIT;
  }
  if (isExtension) {
    return EXPLICIT;
  }
  const resolved = resolveFeature("fieldPresence", { proto, parent });
  if (resolved == IMPLICIT3 && (proto.type == TYPE_MESSAGE || proto.type == TYPE_GROUP)) {
    return EXPLICIT;
  }
  return resolved;
}
function isPackedField(proto, parent) {
  if (proto.label != LABEL_REPEATED) {
    return false;
  }
  switch (proto.type) {
    case TYPE_STRING:
    case TYPE_BYTES:
    case TYPE_GROUP:
    case TYPE_MESSAGE:
      return false;
  }
  const o = proto.options;
  if (o && unsafeIsSetExplicit(o, "packed")) {
    return o.packed;
  }
  return PACKED == resolveFeature("repeatedFieldEncoding", {
    proto,
    parent
  });
}
function findMapEntryFields(mapEntry2) {
  const key = mapEntry2.fields.find((f) => f.number === 1);
  const value = mapEntry2.fields.find((f) => f.number === 2);
  assert(key && key.fieldKind == "scalar" && key.scalar != ScalarType.BYTES && key.scalar != ScalarType.FLOAT && key.scalar != ScalarType.DOUBLE && value && value.fieldKind != "list" && value.fieldKind != "map");
  return { key, value };
}
function isEnumOpen(desc) {
  var _a;
  return OPEN == resolveFeature("enumType", {
    proto: desc.proto,
    parent: (_a = desc.parent) !== null && _a !== void 0 ? _a : desc.file
  });
}
function isDelimitedEncoding(proto, parent) {
  if (proto.type == TYPE_GROUP) {
    return true;
  }
  return DELIMITED == resolveFeature("messageEncoding", {
    proto,
    parent
  });
}
function isUtf8Validated(proto, parent) {
  return VERIFY == resolveFeature("utf8Validation", {
    proto,
    parent
  });
}
function resolveFeature(name, ref) {
  var _a, _b;
  const featureSet = (_a = ref.proto.options) === null || _a === void 0 ? void 0 : _a.features;
  if (featureSet) {
    const val = featureSet[name];
    if (val != 0) {
      return val;
    }
  }
  if ("kind" in ref) {
    if (ref.kind == "message") {
      return resolveFeature(name, (_b = ref.parent) !== null && _b !== void 0 ? _b : ref.file);
    }
    const editionDefaults = featureDefaults[ref.edition];
    if (!editionDefaults) {
      throw new Error(`feature default for edition ${ref.edition} not found`);
    }
    return editionDefaults[name];
  }
  return resolveFeature(name, ref.parent);
}
function assert(condition, msg) {
  if (!condition) {
    throw new Error(msg);
  }
}

// node_modules/@bufbuild/protobuf/dist/esm/codegenv2/boot.js
function boot(boot2) {
  const root = bootFileDescriptorProto(boot2);
  root.messageType.forEach(restoreJsonNames);
  const reg = createEmbeddedFileRegistry(root, () => void 0);
  return reg.getFile(root.name);
}
function bootFileDescriptorProto(init) {
  const proto = /* @__PURE__ */ Object.create({
    syntax: "",
    edition: 0
  });
  return Object.assign(proto, Object.assign(Object.assign({ $typeName: "google.protobuf.FileDescriptorProto", dependency: [], publicDependency: [], weakDependency: [], optionDependency: [], service: [], extension: [] }, init), { messageType: init.messageType.map(bootDescriptorProto), enumType: init.enumType.map(bootEnumDescriptorProto) }));
}
function bootDescriptorProto(init) {
  var _a, _b, _c, _d, _e, _f, _g, _h;
  const proto = /* @__PURE__ */ Object.create({
    visibility: 0
  });
  return Object.assign(proto, {
    $typeName: "google.protobuf.DescriptorProto",
    name: init.name,
    field: (_b = (_a = init.field) === null || _a === void 0 ? void 0 : _a.map(bootFieldDescriptorProto)) !== null && _b !== void 0 ? _b : [],
    extension: [],
    nestedType: (_d = (_c = init.nestedType) === null || _c === void 0 ? void 0 : _c.map(bootDescriptorProto)) !== null && _d !== void 0 ? _d : [],
    enumType: (_f = (_e = init.enumType) === null || _e === void 0 ? void 0 : _e.map(bootEnumDescriptorProto)) !== null && _f !== void 0 ? _f : [],
    extensionRange: (_h = (_g = init.extensionRange) === null || _g === void 0 ? void 0 : _g.map((e) => Object.assign({ $typeName: "google.protobuf.DescriptorProto.ExtensionRange" }, e))) !== null && _h !== void 0 ? _h : [],
    oneofDecl: [],
    reservedRange: [],
    reservedName: []
  });
}
function bootFieldDescriptorProto(init) {
  const proto = /* @__PURE__ */ Object.create({
    label: 1,
    typeName: "",
    extendee: "",
    defaultValue: "",
    oneofIndex: 0,
    jsonName: "",
    proto3Optional: false
  });
  return Object.assign(proto, Object.assign(Object.assign({ $typeName: "google.protobuf.FieldDescriptorProto" }, init), { options: init.options ? bootFieldOptions(init.options) : void 0 }));
}
function bootFieldOptions(init) {
  var _a, _b, _c;
  const proto = /* @__PURE__ */ Object.create({
    ctype: 0,
    packed: false,
    jstype: 0,
    lazy: false,
    unverifiedLazy: false,
    deprecated: false,
    weak: false,
    debugRedact: false,
    retention: 0
  });
  return Object.assign(proto, Object.assign(Object.assign({ $typeName: "google.protobuf.FieldOptions" }, init), { targets: (_a = init.targets) !== null && _a !== void 0 ? _a : [], editionDefaults: (_c = (_b = init.editionDefaults) === null || _b === void 0 ? void 0 : _b.map((e) => Object.assign({ $typeName: "google.protobuf.FieldOptions.EditionDefault" }, e))) !== null && _c !== void 0 ? _c : [], uninterpretedOption: [] }));
}
function bootEnumDescriptorProto(init) {
  const proto = /* @__PURE__ */ Object.create({
    visibility: 0
  });
  return Object.assign(proto, {
    $typeName: "google.protobuf.EnumDescriptorProto",
    name: init.name,
    reservedName: [],
    reservedRange: [],
    value: init.value.map((e) => Object.assign({ $typeName: "google.protobuf.EnumValueDescriptorProto" }, e))
  });
}

// node_modules/@bufbuild/protobuf/dist/esm/codegenv2/message.js
function messageDesc(file, path30, ...paths) {
  return paths.reduce((acc, cur) => acc.nestedMessages[cur], file.messages[path30]);
}

// node_modules/@bufbuild/protobuf/dist/esm/wkt/google/protobuf/descriptor_pb.js
var file_google_protobuf_descriptor = /* @__PURE__ */ boot({ "name": "google/protobuf/descriptor.proto", "package": "google.protobuf", "messageType": [{ "name": "FileDescriptorSet", "field": [{ "name": "file", "number": 1, "type": 11, "label": 3, "typeName": ".google.protobuf.FileDescriptorProto" }], "extensionRange": [{ "start": 536e6, "end": 536000001 }] }, { "name": "FileDescriptorProto", "field": [{ "name": "name", "number": 1, "type": 9, "label": 1 }, { "name": "package", "number": 2, "type": 9, "label": 1 }, { "name": "dependency", "number": 3, "type": 9, "label": 3 }, { "name": "public_dependency", "number": 10, "type": 5, "label": 3 }, { "name": "weak_dependency", "number": 11, "type": 5, "label": 3 }, { "name": "option_dependency", "number": 15, "type": 9, "label": 3 }, { "name": "message_type", "number": 4, "type": 11, "label": 3, "typeName": ".google.protobuf.DescriptorProto" }, { "name": "enum_type", "number": 5, "type": 11, "label": 3, "typeName": ".google.protobuf.EnumDescriptorProto" }, { "name": "service", "number": 6, "type": 11, "label": 3, "typeName": ".google.protobuf.ServiceDescriptorProto" }, { "name": "extension", "number": 7, "type": 11, "label": 3, "typeName": ".google.protobuf.FieldDescriptorProto" }, { "name": "options", "number": 8, "type": 11, "label": 1, "typeName": ".google.protobuf.FileOptions" }, { "name": "source_code_info", "number": 9, "type": 11, "label": 1, "typeName": ".google.protobuf.SourceCodeInfo" }, { "name": "syntax", "number": 12, "type": 9, "label": 1 }, { "name": "edition", "number": 14, "type": 14, "label": 1, "typeName": ".google.protobuf.Edition" }] }, { "name": "DescriptorProto", "field": [{ "name": "name", "number": 1, "type": 9, "label": 1 }, { "name": "field", "number": 2, "type": 11, "label": 3, "typeName": ".google.protobuf.FieldDescriptorProto" }, { "name": "extension", "number": 6, "type": 11, "label": 3, "typeName": ".google.protobuf.FieldDescriptorProto" }, { "name": "nested_type", "number": 3, "type": 11, "label": 3, "typeName": ".google.protobuf.DescriptorProto" }, { "name": "enum_type", "number": 4, "type": 11, "label": 3, "typeName": ".google.protobuf.EnumDescriptorProto" }, { "name": "extension_range", "number": 5, "type": 11, "label": 3, "typeName": ".google.protobuf.DescriptorProto.ExtensionRange" }, { "name": "oneof_decl", "number": 8, "type": 11, "label": 3, "typeName": ".google.protobuf.OneofDescriptorProto" }, { "name": "options", "number": 7, "type": 11, "label": 1, "typeName": ".google.protobuf.MessageOptions" }, { "name": "reserved_range", "number": 9, "type": 11, "label": 3, "typeName": ".google.protobuf.DescriptorProto.ReservedRange" }, { "name": "reserved_name", "number": 10, "type": 9, "label": 3 }, { "name": "visibility", "number": 11, "type": 14, "label": 1, "typeName": ".google.protobuf.SymbolVisibility" }], "nestedType": [{ "name": "ExtensionRange", "field": [{ "name": "start", "number": 1, "type": 5, "label": 1 }, { "name": "end", "number": 2, "type": 5, "label": 1 }, { "name": "options", "number": 3, "type": 11, "label": 1, "typeName": ".google.protobuf.ExtensionRangeOptions" }] }, { "name": "ReservedRange", "field": [{ "name": "start", "number": 1, "type": 5, "label": 1 }, { "name": "end", "number": 2, "type": 5, "label": 1 }] }] }, { "name": "ExtensionRangeOptions", "field": [{ "name": "uninterpreted_option", "number": 999, "type": 11, "label": 3, "typeName": ".google.protobuf.UninterpretedOption" }, { "name": "declaration", "number": 2, "type": 11, "label": 3, "typeName": ".google.protobuf.ExtensionRangeOptions.Declaration", "options": { "retention": 2 } }, { "name": "features", "number": 50, "type": 11, "label": 1, "typeName": ".google.protobuf.FeatureSet" }, { "name": "verification", "number": 3, "type": 14, "label": 1, "typeName": ".google.protobuf.ExtensionRangeOptions.VerificationState", "defaultValue": "UNVERIFIED", "options": { "retention": 2 } }], "nestedType": [{ "name": "Declaration", "field": [{ "name": "number", "number": 1, "type": 5, "label": 1 }, { "name": "full_name", "number": 2, "type": 9, "label": 1 }, { "name": "type", "number": 3, "type": 9, "label": 1 }, { "name": "reserved", "number": 5, "type": 8, "label": 1 }, { "name": "repeated", "number": 6, "type": 8, "label": 1 }] }], "enumType": [{ "name": "VerificationState", "value": [{ "name": "DECLARATION", "number": 0 }, { "name": "UNVERIFIED", "number": 1 }] }], "extensionRange": [{ "start": 990, "end": 999 }, { "start": 1e3, "end": 536870912 }] }, { "name": "FieldDescriptorProto", "field": [{ "name": "name", "number": 1, "type": 9, "label": 1 }, { "name": "number", "number": 3, "type": 5, "label": 1 }, { "name": "label", "number": 4, "type": 14, "label": 1, "typeName": ".google.protobuf.FieldDescriptorProto.Label" }, { "name": "type", "number": 5, "type": 14, "label": 1, "typeName": ".google.protobuf.FieldDescriptorProto.Type" }, { "name": "type_name", "number": 6, "type": 9, "label": 1 }, { "name": "extendee", "number": 2, "type": 9, "label": 1 }, { "name": "default_value", "number": 7, "type": 9, "label": 1 }, { "name": "oneof_index", "number": 9, "type": 5, "label": 1 }, { "name": "json_name", "number": 10, "type": 9, "label": 1 }, { "name": "options", "number": 8, "type": 11, "label": 1, "typeName": ".google.protobuf.FieldOptions" }, { "name": "proto3_optional", "number": 17, "type": 8, "label": 1 }], "enumType": [{ "name": "Type", "value": [{ "name": "TYPE_DOUBLE", "number": 1 }, { "name": "TYPE_FLOAT", "number": 2 }, { "name": "TYPE_INT64", "number": 3 }, { "name": "TYPE_UINT64", "number": 4 }, { "name": "TYPE_INT32", "number": 5 }, { "name": "TYPE_FIXED64", "number": 6 }, { "name": "TYPE_FIXED32", "number": 7 }, { "name": "TYPE_BOOL", "number": 8 }, { "name": "TYPE_STRING", "number": 9 }, { "name": "TYPE_GROUP", "number": 10 }, { "name": "TYPE_MESSAGE", "number": 11 }, { "name": "TYPE_BYTES", "number": 12 }, { "name": "TYPE_UINT32", "number": 13 }, { "name": "TYPE_ENUM", "number": 14 }, { "name": "TYPE_SFIXED32", "number": 15 }, { "name": "TYPE_SFIXED64", "number": 16 }, { "name": "TYPE_SINT32", "number": 17 }, { "name": "TYPE_SINT64", "number": 18 }] }, { "name": "Label", "value": [{ "name": "LABEL_OPTIONAL", "number": 1 }, { "name": "LABEL_REPEATED", "number": 3 }, { "name": "LABEL_REQUIRED", "number": 2 }] }] }, { "name": "OneofDescriptorProto", "field": [{ "name": "name", "number": 1, "type": 9, "label": 1 }, { "name": "options", "number": 2, "type": 11, "label": 1, "typeName": ".google.protobuf.OneofOptions" }] }, { "name": "EnumDescriptorProto", "field": [{ "name": "name", "number": 1, "type": 9, "label": 1 }, { "name": "value", "number": 2, "type": 11, "label": 3, "typeName": ".google.protobuf.EnumValueDescriptorProto" }, { "name": "options", "number": 3, "type": 11, "label": 1, "typeName": ".google.protobuf.EnumOptions" }, { "name": "reserved_range", "number": 4, "type": 11, "label": 3, "typeName": ".google.protobuf.EnumDescriptorProto.EnumReservedRange" }, { "name": "reserved_name", "number": 5, "type": 9, "label": 3 }, { "name": "visibility", "number": 6, "type": 14, "label": 1, "typeName": ".google.protobuf.SymbolVisibility" }], "nestedType": [{ "name": "EnumReservedRange", "field": [{ "name": "start", "number": 1, "type": 5, "label": 1 }, { "name": "end", "number": 2, "type": 5, "label": 1 }] }] }, { "name": "EnumValueDescriptorProto", "field": [{ "name": "name", "number": 1, "type": 9, "label": 1 }, { "name": "number", "number": 2, "type": 5, "label": 1 }, { "name": "options", "number": 3, "type": 11, "label": 1, "typeName": ".google.protobuf.EnumValueOptions" }] }, { "name": "ServiceDescriptorProto", "field": [{ "name": "name", "number": 1, "type": 9, "label": 1 }, { "name": "method", "number": 2, "type": 11, "label": 3, "typeName": ".google.protobuf.MethodDescriptorProto" }, { "name": "options", "number": 3, "type": 11, "label": 1, "typeName": ".google.protobuf.ServiceOptions" }] }, { "name": "MethodDescriptorProto", "field": [{ "name": "name", "number": 1, "type": 9, "label": 1 }, { "name": "input_type", "number": 2, "type": 9, "label": 1 }, { "name": "output_type", "number": 3, "type": 9, "label": 1 }, { "name": "options", "number": 4, "type": 11, "label": 1, "typeName": ".google.protobuf.MethodOptions" }, { "name": "client_streaming", "number": 5, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "server_streaming", "number": 6, "type": 8, "label": 1, "defaultValue": "false" }] }, { "name": "FileOptions", "field": [{ "name": "java_package", "number": 1, "type": 9, "label": 1 }, { "name": "java_outer_classname", "number": 8, "type": 9, "label": 1 }, { "name": "java_multiple_files", "number": 10, "type": 8, "label": 1, "defaultValue": "false", "options": {} }, { "name": "java_generate_equals_and_hash", "number": 20, "type": 8, "label": 1, "options": { "deprecated": true } }, { "name": "java_string_check_utf8", "number": 27, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "optimize_for", "number": 9, "type": 14, "label": 1, "typeName": ".google.protobuf.FileOptions.OptimizeMode", "defaultValue": "SPEED" }, { "name": "go_package", "number": 11, "type": 9, "label": 1 }, { "name": "cc_generic_services", "number": 16, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "java_generic_services", "number": 17, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "py_generic_services", "number": 18, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "deprecated", "number": 23, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "cc_enable_arenas", "number": 31, "type": 8, "label": 1, "defaultValue": "true", "options": {} }, { "name": "objc_class_prefix", "number": 36, "type": 9, "label": 1 }, { "name": "csharp_namespace", "number": 37, "type": 9, "label": 1 }, { "name": "swift_prefix", "number": 39, "type": 9, "label": 1 }, { "name": "php_class_prefix", "number": 40, "type": 9, "label": 1 }, { "name": "php_namespace", "number": 41, "type": 9, "label": 1 }, { "name": "php_metadata_namespace", "number": 44, "type": 9, "label": 1 }, { "name": "ruby_package", "number": 45, "type": 9, "label": 1 }, { "name": "features", "number": 50, "type": 11, "label": 1, "typeName": ".google.protobuf.FeatureSet" }, { "name": "uninterpreted_option", "number": 999, "type": 11, "label": 3, "typeName": ".google.protobuf.UninterpretedOption" }], "enumType": [{ "name": "OptimizeMode", "value": [{ "name": "SPEED", "number": 1 }, { "name": "CODE_SIZE", "number": 2 }, { "name": "LITE_RUNTIME", "number": 3 }] }], "extensionRange": [{ "start": 990, "end": 999 }, { "start": 1e3, "end": 536870912 }] }, { "name": "MessageOptions", "field": [{ "name": "message_set_wire_format", "number": 1, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "no_standard_descriptor_accessor", "number": 2, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "deprecated", "number": 3, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "map_entry", "number": 7, "type": 8, "label": 1 }, { "name": "deprecated_legacy_json_field_conflicts", "number": 11, "type": 8, "label": 1, "options": { "deprecated": true } }, { "name": "features", "number": 12, "type": 11, "label": 1, "typeName": ".google.protobuf.FeatureSet" }, { "name": "uninterpreted_option", "number": 999, "type": 11, "label": 3, "typeName": ".google.protobuf.UninterpretedOption" }], "extensionRange": [{ "start": 990, "end": 999 }, { "start": 1e3, "end": 536870912 }] }, { "name": "FieldOptions", "field": [{ "name": "ctype", "number": 1, "type": 14, "label": 1, "typeName": ".google.protobuf.FieldOptions.CType", "defaultValue": "STRING" }, { "name": "packed", "number": 2, "type": 8, "label": 1 }, { "name": "jstype", "number": 6, "type": 14, "label": 1, "typeName": ".google.protobuf.FieldOptions.JSType", "defaultValue": "JS_NORMAL" }, { "name": "lazy", "number": 5, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "unverified_lazy", "number": 15, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "deprecated", "number": 3, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "weak", "number": 10, "type": 8, "label": 1, "defaultValue": "false", "options": { "deprecated": true } }, { "name": "debug_redact", "number": 16, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "retention", "number": 17, "type": 14, "label": 1, "typeName": ".google.protobuf.FieldOptions.OptionRetention" }, { "name": "targets", "number": 19, "type": 14, "label": 3, "typeName": ".google.protobuf.FieldOptions.OptionTargetType" }, { "name": "edition_defaults", "number": 20, "type": 11, "label": 3, "typeName": ".google.protobuf.FieldOptions.EditionDefault" }, { "name": "features", "number": 21, "type": 11, "label": 1, "typeName": ".google.protobuf.FeatureSet" }, { "name": "feature_support", "number": 22, "type": 11, "label": 1, "typeName": ".google.protobuf.FieldOptions.FeatureSupport" }, { "name": "uninterpreted_option", "number": 999, "type": 11, "label": 3, "typeName": ".google.protobuf.UninterpretedOption" }], "nestedType": [{ "name": "EditionDefault", "field": [{ "name": "edition", "number": 3, "type": 14, "label": 1, "typeName": ".google.protobuf.Edition" }, { "name": "value", "number": 2, "type": 9, "label": 1 }] }, { "name": "FeatureSupport", "field": [{ "name": "edition_introduced", "number": 1, "type": 14, "label": 1, "typeName": ".google.protobuf.Edition" }, { "name": "edition_deprecated", "number": 2, "type": 14, "label": 1, "typeName": ".google.protobuf.Edition" }, { "name": "deprecation_warning", "number": 3, "type": 9, "label": 1 }, { "name": "edition_removed", "number": 4, "type": 14, "label": 1, "typeName": ".google.protobuf.Edition" }, { "name": "removal_error", "number": 5, "type": 9, "label": 1 }] }], "enumType": [{ "name": "CType", "value": [{ "name": "STRING", "number": 0 }, { "name": "CORD", "number": 1 }, { "name": "STRING_PIECE", "number": 2 }] }, { "name": "JSType", "value": [{ "name": "JS_NORMAL", "number": 0 }, { "name": "JS_STRING", "number": 1 }, { "name": "JS_NUMBER", "number": 2 }] }, { "name": "OptionRetention", "value": [{ "name": "RETENTION_UNKNOWN", "number": 0 }, { "name": "RETENTION_RUNTIME", "number": 1 }, { "name": "RETENTION_SOURCE", "number": 2 }] }, { "name": "OptionTargetType", "value": [{ "name": "TARGET_TYPE_UNKNOWN", "number": 0 }, { "name": "TARGET_TYPE_FILE", "number": 1 }, { "name": "TARGET_TYPE_EXTENSION_RANGE", "number": 2 }, { "name": "TARGET_TYPE_MESSAGE", "number": 3 }, { "name": "TARGET_TYPE_FIELD", "number": 4 }, { "name": "TARGET_TYPE_ONEOF", "number": 5 }, { "name": "TARGET_TYPE_ENUM", "number": 6 }, { "name": "TARGET_TYPE_ENUM_ENTRY", "number": 7 }, { "name": "TARGET_TYPE_SERVICE", "number": 8 }, { "name": "TARGET_TYPE_METHOD", "number": 9 }] }], "extensionRange": [{ "start": 990, "end": 999 }, { "start": 1e3, "end": 536870912 }] }, { "name": "OneofOptions", "field": [{ "name": "features", "number": 1, "type": 11, "label": 1, "typeName": ".google.protobuf.FeatureSet" }, { "name": "uninterpreted_option", "number": 999, "type": 11, "label": 3, "typeName": ".google.protobuf.UninterpretedOption" }], "extensionRange": [{ "start": 990, "end": 999 }, { "start": 1e3, "end": 536870912 }] }, { "name": "EnumOptions", "field": [{ "name": "allow_alias", "number": 2, "type": 8, "label": 1 }, { "name": "deprecated", "number": 3, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "deprecated_legacy_json_field_conflicts", "number": 6, "type": 8, "label": 1, "options": { "deprecated": true } }, { "name": "features", "number": 7, "type": 11, "label": 1, "typeName": ".google.protobuf.FeatureSet" }, { "name": "uninterpreted_option", "number": 999, "type": 11, "label": 3, "typeName": ".google.protobuf.UninterpretedOption" }], "extensionRange": [{ "start": 990, "end": 999 }, { "start": 1e3, "end": 536870912 }] }, { "name": "EnumValueOptions", "field": [{ "name": "deprecated", "number": 1, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "features", "number": 2, "type": 11, "label": 1, "typeName": ".google.protobuf.FeatureSet" }, { "name": "debug_redact", "number": 3, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "feature_support", "number": 4, "type": 11, "label": 1, "typeName": ".google.protobuf.FieldOptions.FeatureSupport" }, { "name": "uninterpreted_option", "number": 999, "type": 11, "label": 3, "typeName": ".google.protobuf.UninterpretedOption" }], "extensionRange": [{ "start": 990, "end": 999 }, { "start": 1e3, "end": 536870912 }] }, { "name": "ServiceOptions", "field": [{ "name": "features", "number": 34, "type": 11, "label": 1, "typeName": ".google.protobuf.FeatureSet" }, { "name": "deprecated", "number": 33, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "uninterpreted_option", "number": 999, "type": 11, "label": 3, "typeName": ".google.protobuf.UninterpretedOption" }], "extensionRange": [{ "start": 990, "end": 999 }, { "start": 1e3, "end": 536870912 }] }, { "name": "MethodOptions", "field": [{ "name": "deprecated", "number": 33, "type": 8, "label": 1, "defaultValue": "false" }, { "name": "idempotency_level", "number": 34, "type": 14, "label": 1, "typeName": ".google.protobuf.MethodOptions.IdempotencyLevel", "defaultValue": "IDEMPOTENCY_UNKNOWN" }, { "name": "features", "number": 35, "type": 11, "label": 1, "typeName": ".google.protobuf.FeatureSet" }, { "name": "uninterpreted_option", "number": 999, "type": 11, "label": 3, "typeName": ".google.protobuf.UninterpretedOption" }], "enumType": [{ "name": "IdempotencyLevel", "value": [{ "name": "IDEMPOTENCY_UNKNOWN", "number": 0 }, { "name": "NO_SIDE_EFFECTS", "number": 1 }, { "name": "IDEMPOTENT", "number": 2 }] }], "extensionRange": [{ "start": 990, "end": 999 }, { "start": 1e3, "end": 536870912 }] }, { "name": "UninterpretedOption", "field": [{ "name": "name", "number": 2, "type": 11, "label": 3, "typeName": ".google.protobuf.UninterpretedOption.NamePart" }, { "name": "identifier_value", "number": 3, "type": 9, "label": 1 }, { "name": "positive_int_value", "number": 4, "type": 4, "label": 1 }, { "name": "negative_int_value", "number": 5, "type": 3, "label": 1 }, { "name": "double_value", "number": 6, "type": 1, "label": 1 }, { "name": "string_value", "number": 7, "type": 12, "label": 1 }, { "name": "aggregate_value", "number": 8, "type": 9, "label": 1 }], "nestedType": [{ "name": "NamePart", "field": [{ "name": "name_part", "number": 1, "type": 9, "label": 2 }, { "name": "is_extension", "number": 2, "type": 8, "label": 2 }] }] }, { "name": "FeatureSet", "field": [{ "name": "field_presence", "number": 1, "type": 14, "label": 1, "typeName": ".google.protobuf.FeatureSet.FieldPresence", "options": { "retention": 1, "targets": [4, 1], "editionDefaults": [{ "value": "EXPLICIT", "edition": 900 }, { "value": "IMPLICIT", "edition": 999 }, { "value": "EXPLICIT", "edition": 1e3 }] } }, { "name": "enum_type", "number": 2, "type": 14, "label": 1, "typeName": ".google.protobuf.FeatureSet.EnumType", "options": { "retention": 1, "targets": [6, 1], "editionDefaults": [{ "value": "CLOSED", "edition": 900 }, { "value": "OPEN", "edition": 999 }] } }, { "name": "repeated_field_encoding", "number": 3, "type": 14, "label": 1, "typeName": ".google.protobuf.FeatureSet.RepeatedFieldEncoding", "options": { "retention": 1, "targets": [4, 1], "editionDefaults": [{ "value": "EXPANDED", "edition": 900 }, { "value": "PACKED", "edition": 999 }] } }, { "name": "utf8_validation", "number": 4, "type": 14, "label": 1, "typeName": ".google.protobuf.FeatureSet.Utf8Validation", "options": { "retention": 1, "targets": [4, 1], "editionDefaults": [{ "value": "NONE", "edition": 900 }, { "value": "VERIFY", "edition": 999 }] } }, { "name": "message_encoding", "number": 5, "type": 14, "label": 1, "typeName": ".google.protobuf.FeatureSet.MessageEncoding", "options": { "retention": 1, "targets": [4, 1], "editionDefaults": [{ "value": "LENGTH_PREFIXED", "edition": 900 }] } }, { "name": "json_format", "number": 6, "type": 14, "label": 1, "typeName": ".google.protobuf.FeatureSet.JsonFormat", "options": { "retention": 1, "targets": [3, 6, 1], "editionDefaults": [{ "value": "LEGACY_BEST_EFFORT", "edition": 900 }, { "value": "ALLOW", "edition": 999 }] } }, { "name": "enforce_naming_style", "number": 7, "type": 14, "label": 1, "typeName": ".google.protobuf.FeatureSet.EnforceNamingStyle", "options": { "retention": 2, "targets": [1, 2, 3, 4, 5, 6, 7, 8, 9], "editionDefaults": [{ "value": "STYLE_LEGACY", "edition": 900 }, { "value": "STYLE2024", "edition": 1001 }, { "value": "STYLE2026", "edition": 1002 }] } }, { "name": "default_symbol_visibility", "number": 8, "type": 14, "label": 1, "typeName": ".google.protobuf.FeatureSet.VisibilityFeature.DefaultSymbolVisibility", "options": { "retention": 2, "targets": [1], "editionDefaults": [{ "value": "EXPORT_ALL", "edition": 900 }, { "value": "EXPORT_TOP_LEVEL", "edition": 1001 }, { "value": "STRICT", "edition": 1002 }] } }, { "name": "enforce_proto_limits", "number": 9, "type": 14, "label": 1, "typeName": ".google.protobuf.FeatureSet.ProtoLimitsFeature.EnforceProtoLimits", "options": { "retention": 2, "targets": [6, 3, 4, 5], "editionDefaults": [{ "value": "LEGACY_NO_EXPLICIT_LIMITS", "edition": 900 }, { "value": "PROTO_LIMITS2026", "edition": 1002 }] } }], "nestedType": [{ "name": "VisibilityFeature", "enumType": [{ "name": "DefaultSymbolVisibility", "value": [{ "name": "DEFAULT_SYMBOL_VISIBILITY_UNKNOWN", "number": 0 }, { "name": "EXPORT_ALL", "number": 1 }, { "name": "EXPORT_TOP_LEVEL", "number": 2 }, { "name": "LOCAL_ALL", "number": 3 }, { "name": "STRICT", "number": 4 }] }] }, { "name": "ProtoLimitsFeature", "enumType": [{ "name": "EnforceProtoLimits", "value": [{ "name": "PROTO_LIMITS_UNKNOWN", "number": 0 }, { "name": "LEGACY_NO_EXPLICIT_LIMITS", "number": 1 }, { "name": "PROTO_LIMITS2026", "number": 2 }] }] }], "enumType": [{ "name": "FieldPresence", "value": [{ "name": "FIELD_PRESENCE_UNKNOWN", "number": 0 }, { "name": "EXPLICIT", "number": 1 }, { "name": "IMPLICIT", "number": 2 }, { "name": "LEGACY_REQUIRED", "number": 3 }] }, { "name": "EnumType", "value": [{ "name": "ENUM_TYPE_UNKNOWN", "number": 0 }, { "name": "OPEN", "number": 1 }, { "name": "CLOSED", "number": 2 }] }, { "name": "RepeatedFieldEncoding", "value": [{ "name": "REPEATED_FIELD_ENCODING_UNKNOWN", "number": 0 }, { "name": "PACKED", "number": 1 }, { "name": "EXPANDED", "number": 2 }] }, { "name": "Utf8Validation", "value": [{ "name": "UTF8_VALIDATION_UNKNOWN", "number": 0 }, { "name": "VERIFY", "number": 2 }, { "name": "NONE", "number": 3 }] }, { "name": "MessageEncoding", "value": [{ "name": "MESSAGE_ENCODING_UNKNOWN", "number": 0 }, { "name": "LENGTH_PREFIXED", "number": 1 }, { "name": "DELIMITED", "number": 2 }] }, { "name": "JsonFormat", "value": [{ "name": "JSON_FORMAT_UNKNOWN", "number": 0 }, { "name": "ALLOW", "number": 1 }, { "name": "LEGACY_BEST_EFFORT", "number": 2 }] }, { "name": "EnforceNamingStyle", "value": [{ "name": "ENFORCE_NAMING_STYLE_UNKNOWN", "number": 0 }, { "name": "STYLE2024", "number": 1 }, { "name": "STYLE_LEGACY", "number": 2 }, { "name": "STYLE2026", "number": 3 }] }], "extensionRange": [{ "start": 1e3, "end": 9995 }, { "start": 9995, "end": 1e4 }, { "start": 1e4, "end": 10001 }] }, { "name": "FeatureSetDefaults", "field": [{ "name": "defaults", "number": 1, "type": 11, "label": 3, "typeName": ".google.protobuf.FeatureSetDefaults.FeatureSetEditionDefault" }, { "name": "minimum_edition", "number": 4, "type": 14, "label": 1, "typeName": ".google.protobuf.Edition" }, { "name": "maximum_edition", "number": 5, "type": 14, "label": 1, "typeName": ".google.protobuf.Edition" }], "nestedType": [{ "name": "FeatureSetEditionDefault", "field": [{ "name": "edition", "number": 3, "type": 14, "label": 1, "typeName": ".google.protobuf.Edition" }, { "name": "overridable_features", "number": 4, "type": 11, "label": 1, "typeName": ".google.protobuf.FeatureSet" }, { "name": "fixed_features", "number": 5, "type": 11, "label": 1, "typeName": ".google.protobuf.FeatureSet" }] }] }, { "name": "SourceCodeInfo", "field": [{ "name": "location", "number": 1, "type": 11, "label": 3, "typeName": ".google.protobuf.SourceCodeInfo.Location" }], "nestedType": [{ "name": "Location", "field": [{ "name": "path", "number": 1, "type": 5, "label": 3, "options": { "packed": true } }, { "name": "span", "number": 2, "type": 5, "label": 3, "options": { "packed": true } }, { "name": "leading_comments", "number": 3, "type": 9, "label": 1 }, { "name": "trailing_comments", "number": 4, "type": 9, "label": 1 }, { "name": "leading_detached_comments", "number": 6, "type": 9, "label": 3 }] }], "extensionRange": [{ "start": 536e6, "end": 536000001 }] }, { "name": "GeneratedCodeInfo", "field": [{ "name": "annotation", "number": 1, "type": 11, "label": 3, "typeName": ".google.protobuf.GeneratedCodeInfo.Annotation" }], "nestedType": [{ "name": "Annotation", "field": [{ "name": "path", "number": 1, "type": 5, "label": 3, "options": { "packed": true } }, { "name": "source_file", "number": 2, "type": 9, "label": 1 }, { "name": "begin", "number": 3, "type": 5, "label": 1 }, { "name": "end", "number": 4, "type": 5, "label": 1 }, { "name": "semantic", "number": 5, "type": 14, "label": 1, "typeName": ".google.protobuf.GeneratedCodeInfo.Annotation.Semantic" }], "enumType": [{ "name": "Semantic", "value": [{ "name": "NONE", "number": 0 }, { "name": "SET", "number": 1 }, { "name": "ALIAS", "number": 2 }] }] }] }], "enumType": [{ "name": "Edition", "value": [{ "name": "EDITION_UNKNOWN", "number": 0 }, { "name": "EDITION_LEGACY", "number": 900 }, { "name": "EDITION_PROTO2", "number": 998 }, { "name": "EDITION_PROTO3", "number": 999 }, { "name": "EDITION_2023", "number": 1e3 }, { "name": "EDITION_2024", "number": 1001 }, { "name": "EDITION_2026", "number": 1002 }, { "name": "EDITION_UNSTABLE", "number": 9999 }, { "name": "EDITION_1_TEST_ONLY", "number": 1 }, { "name": "EDITION_2_TEST_ONLY", "number": 2 }, { "name": "EDITION_99997_TEST_ONLY", "number": 99997 }, { "name": "EDITION_99998_TEST_ONLY", "number": 99998 }, { "name": "EDITION_99999_TEST_ONLY", "number": 99999 }, { "name": "EDITION_MAX", "number": 2147483647 }] }, { "name": "SymbolVisibility", "value": [{ "name": "VISIBILITY_UNSET", "number": 0 }, { "name": "VISIBILITY_LOCAL", "number": 1 }, { "name": "VISIBILITY_EXPORT", "number": 2 }] }] });
var FileDescriptorProtoSchema = /* @__PURE__ */ messageDesc(file_google_protobuf_descriptor, 1);
var ExtensionRangeOptions_VerificationState;
(function(ExtensionRangeOptions_VerificationState2) {
  ExtensionRangeOptions_VerificationState2[ExtensionRangeOptions_VerificationState2["DECLARATION"] = 0] = "DECLARATION";
  ExtensionRangeOptions_VerificationState2[ExtensionRangeOptions_VerificationState2["UNVERIFIED"] = 1] = "UNVERIFIED";
})(ExtensionRangeOptions_VerificationState || (ExtensionRangeOptions_VerificationState = {}));
var FieldDescriptorProto_Type;
(function(FieldDescriptorProto_Type2) {
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["DOUBLE"] = 1] = "DOUBLE";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["FLOAT"] = 2] = "FLOAT";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["INT64"] = 3] = "INT64";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["UINT64"] = 4] = "UINT64";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["INT32"] = 5] = "INT32";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["FIXED64"] = 6] = "FIXED64";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["FIXED32"] = 7] = "FIXED32";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["BOOL"] = 8] = "BOOL";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["STRING"] = 9] = "STRING";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["GROUP"] = 10] = "GROUP";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["MESSAGE"] = 11] = "MESSAGE";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["BYTES"] = 12] = "BYTES";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["UINT32"] = 13] = "UINT32";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["ENUM"] = 14] = "ENUM";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["SFIXED32"] = 15] = "SFIXED32";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["SFIXED64"] = 16] = "SFIXED64";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["SINT32"] = 17] = "SINT32";
  FieldDescriptorProto_Type2[FieldDescriptorProto_Type2["SINT64"] = 18] = "SINT64";
})(FieldDescriptorProto_Type || (FieldDescriptorProto_Type = {}));
var FieldDescriptorProto_Label;
(function(FieldDescriptorProto_Label2) {
  FieldDescriptorProto_Label2[FieldDescriptorProto_Label2["OPTIONAL"] = 1] = "OPTIONAL";
  FieldDescriptorProto_Label2[FieldDescriptorProto_Label2["REPEATED"] = 3] = "REPEATED";
  FieldDescriptorProto_Label2[FieldDescriptorProto_Label2["REQUIRED"] = 2] = "REQUIRED";
})(FieldDescriptorProto_Label || (FieldDescriptorProto_Label = {}));
var FileOptions_OptimizeMode;
(function(FileOptions_OptimizeMode2) {
  FileOptions_OptimizeMode2[FileOptions_OptimizeMode2["SPEED"] = 1] = "SPEED";
  FileOptions_OptimizeMode2[FileOptions_OptimizeMode2["CODE_SIZE"] = 2] = "CODE_SIZE";
  FileOptions_OptimizeMode2[FileOptions_OptimizeMode2["LITE_RUNTIME"] = 3] = "LITE_RUNTIME";
})(FileOptions_OptimizeMode || (FileOptions_OptimizeMode = {}));
var FieldOptions_CType;
(function(FieldOptions_CType2) {
  FieldOptions_CType2[FieldOptions_CType2["STRING"] = 0] = "STRING";
  FieldOptions_CType2[FieldOptions_CType2["CORD"] = 1] = "CORD";
  FieldOptions_CType2[FieldOptions_CType2["STRING_PIECE"] = 2] = "STRING_PIECE";
})(FieldOptions_CType || (FieldOptions_CType = {}));
var FieldOptions_JSType;
(function(FieldOptions_JSType2) {
  FieldOptions_JSType2[FieldOptions_JSType2["JS_NORMAL"] = 0] = "JS_NORMAL";
  FieldOptions_JSType2[FieldOptions_JSType2["JS_STRING"] = 1] = "JS_STRING";
  FieldOptions_JSType2[FieldOptions_JSType2["JS_NUMBER"] = 2] = "JS_NUMBER";
})(FieldOptions_JSType || (FieldOptions_JSType = {}));
var FieldOptions_OptionRetention;
(function(FieldOptions_OptionRetention2) {
  FieldOptions_OptionRetention2[FieldOptions_OptionRetention2["RETENTION_UNKNOWN"] = 0] = "RETENTION_UNKNOWN";
  FieldOptions_OptionRetention2[FieldOptions_OptionRetention2["RETENTION_RUNTIME"] = 1] = "RETENTION_RUNTIME";
  FieldOptions_OptionRetention2[FieldOptions_OptionRetention2["RETENTION_SOURCE"] = 2] = "RETENTION_SOURCE";
})(FieldOptions_OptionRetention || (FieldOptions_OptionRetention = {}));
var FieldOptions_OptionTargetType;
(function(FieldOptions_OptionTargetType2) {
  FieldOptions_OptionTargetType2[FieldOptions_OptionTargetType2["TARGET_TYPE_UNKNOWN"] = 0] = "TARGET_TYPE_UNKNOWN";
  FieldOptions_OptionTargetType2[FieldOptions_OptionTargetType2["TARGET_TYPE_FILE"] = 1] = "TARGET_TYPE_FILE";
  FieldOptions_OptionTargetType2[FieldOptions_OptionTargetType2["TARGET_TYPE_EXTENSION_RANGE"] = 2] = "TARGET_TYPE_EXTENSION_RANGE";
  FieldOptions_OptionTargetType2[FieldOptions_OptionTargetType2["TARGET_TYPE_MESSAGE"] = 3] = "TARGET_TYPE_MESSAGE";
  FieldOptions_OptionTargetType2[FieldOptions_OptionTargetType2["TARGET_TYPE_FIELD"] = 4] = "TARGET_TYPE_FIELD";
  FieldOptions_OptionTargetType2[FieldOptions_OptionTargetType2["TARGET_TYPE_ONEOF"] = 5] = "TARGET_TYPE_ONEOF";
  FieldOptions_OptionTargetType2[FieldOptions_OptionTargetType2["TARGET_TYPE_ENUM"] = 6] = "TARGET_TYPE_ENUM";
  FieldOptions_OptionTargetType2[FieldOptions_OptionTargetType2["TARGET_TYPE_ENUM_ENTRY"] = 7] = "TARGET_TYPE_ENUM_ENTRY";
  FieldOptions_OptionTargetType2[FieldOptions_OptionTargetType2["TARGET_TYPE_SERVICE"] = 8] = "TARGET_TYPE_SERVICE";
  FieldOptions_OptionTargetType2[FieldOptions_OptionTargetType2["TARGET_TYPE_METHOD"] = 9] = "TARGET_TYPE_METHOD";
})(FieldOptions_OptionTargetType || (FieldOptions_OptionTargetType = {}));
var MethodOptions_IdempotencyLevel;
(function(MethodOptions_IdempotencyLevel2) {
  MethodOptions_IdempotencyLevel2[MethodOptions_IdempotencyLevel2["IDEMPOTENCY_UNKNOWN"] = 0] = "IDEMPOTENCY_UNKNOWN";
  MethodOptions_IdempotencyLevel2[MethodOptions_IdempotencyLevel2["NO_SIDE_EFFECTS"] = 1] = "NO_SIDE_EFFECTS";
  MethodOptions_IdempotencyLevel2[MethodOptions_IdempotencyLevel2["IDEMPOTENT"] = 2] = "IDEMPOTENT";
})(MethodOptions_IdempotencyLevel || (MethodOptions_IdempotencyLevel = {}));
var FeatureSet_VisibilityFeature_DefaultSymbolVisibility;
(function(FeatureSet_VisibilityFeature_DefaultSymbolVisibility2) {
  FeatureSet_VisibilityFeature_DefaultSymbolVisibility2[FeatureSet_VisibilityFeature_DefaultSymbolVisibility2["DEFAULT_SYMBOL_VISIBILITY_UNKNOWN"] = 0] = "DEFAULT_SYMBOL_VISIBILITY_UNKNOWN";
  FeatureSet_VisibilityFeature_DefaultSymbolVisibility2[FeatureSet_VisibilityFeature_DefaultSymbolVisibility2["EXPORT_ALL"] = 1] = "EXPORT_ALL";
  FeatureSet_VisibilityFeature_DefaultSymbolVisibility2[FeatureSet_VisibilityFeature_DefaultSymbolVisibility2["EXPORT_TOP_LEVEL"] = 2] = "EXPORT_TOP_LEVEL";
  FeatureSet_VisibilityFeature_DefaultSymbolVisibility2[FeatureSet_VisibilityFeature_DefaultSymbolVisibility2["LOCAL_ALL"] = 3] = "LOCAL_ALL";
  FeatureSet_VisibilityFeature_DefaultSymbolVisibility2[FeatureSet_VisibilityFeature_DefaultSymbolVisibility2["STRICT"] = 4] = "STRICT";
})(FeatureSet_VisibilityFeature_DefaultSymbolVisibility || (FeatureSet_VisibilityFeature_DefaultSymbolVisibility = {}));
var FeatureSet_ProtoLimitsFeature_EnforceProtoLimits;
(function(FeatureSet_ProtoLimitsFeature_EnforceProtoLimits2) {
  FeatureSet_ProtoLimitsFeature_EnforceProtoLimits2[FeatureSet_ProtoLimitsFeature_EnforceProtoLimits2["PROTO_LIMITS_UNKNOWN"] = 0] = "PROTO_LIMITS_UNKNOWN";
  FeatureSet_ProtoLimitsFeature_EnforceProtoLimits2[FeatureSet_ProtoLimitsFeature_EnforceProtoLimits2["LEGACY_NO_EXPLICIT_LIMITS"] = 1] = "LEGACY_NO_EXPLICIT_LIMITS";
  FeatureSet_ProtoLimitsFeature_EnforceProtoLimits2[FeatureSet_ProtoLimitsFeature_EnforceProtoLimits2["PROTO_LIMITS2026"] = 2] = "PROTO_LIMITS2026";
})(FeatureSet_ProtoLimitsFeature_EnforceProtoLimits || (FeatureSet_ProtoLimitsFeature_EnforceProtoLimits = {}));
var FeatureSet_FieldPresence;
(function(FeatureSet_FieldPresence2) {
  FeatureSet_FieldPresence2[FeatureSet_FieldPresence2["FIELD_PRESENCE_UNKNOWN"] = 0] = "FIELD_PRESENCE_UNKNOWN";
  FeatureSet_FieldPresence2[FeatureSet_FieldPresence2["EXPLICIT"] = 1] = "EXPLICIT";
  FeatureSet_FieldPresence2[FeatureSet_FieldPresence2["IMPLICIT"] = 2] = "IMPLICIT";
  FeatureSet_FieldPresence2[FeatureSet_FieldPresence2["LEGACY_REQUIRED"] = 3] = "LEGACY_REQUIRED";
})(FeatureSet_FieldPresence || (FeatureSet_FieldPresence = {}));
var FeatureSet_EnumType;
(function(FeatureSet_EnumType2) {
  FeatureSet_EnumType2[FeatureSet_EnumType2["ENUM_TYPE_UNKNOWN"] = 0] = "ENUM_TYPE_UNKNOWN";
  FeatureSet_EnumType2[FeatureSet_EnumType2["OPEN"] = 1] = "OPEN";
  FeatureSet_EnumType2[FeatureSet_EnumType2["CLOSED"] = 2] = "CLOSED";
})(FeatureSet_EnumType || (FeatureSet_EnumType = {}));
var FeatureSet_RepeatedFieldEncoding;
(function(FeatureSet_RepeatedFieldEncoding2) {
  FeatureSet_RepeatedFieldEncoding2[FeatureSet_RepeatedFieldEncoding2["REPEATED_FIELD_ENCODING_UNKNOWN"] = 0] = "REPEATED_FIELD_ENCODING_UNKNOWN";
  FeatureSet_RepeatedFieldEncoding2[FeatureSet_RepeatedFieldEncoding2["PACKED"] = 1] = "PACKED";
  FeatureSet_RepeatedFieldEncoding2[FeatureSet_RepeatedFieldEncoding2["EXPANDED"] = 2] = "EXPANDED";
})(FeatureSet_RepeatedFieldEncoding || (FeatureSet_RepeatedFieldEncoding = {}));
var FeatureSet_Utf8Validation;
(function(FeatureSet_Utf8Validation2) {
  FeatureSet_Utf8Validation2[FeatureSet_Utf8Validation2["UTF8_VALIDATION_UNKNOWN"] = 0] = "UTF8_VALIDATION_UNKNOWN";
  FeatureSet_Utf8Validation2[FeatureSet_Utf8Validation2["VERIFY"] = 2] = "VERIFY";
  FeatureSet_Utf8Validation2[FeatureSet_Utf8Validation2["NONE"] = 3] = "NONE";
})(FeatureSet_Utf8Validation || (FeatureSet_Utf8Validation = {}));
var FeatureSet_MessageEncoding;
(function(FeatureSet_MessageEncoding2) {
  FeatureSet_MessageEncoding2[FeatureSet_MessageEncoding2["MESSAGE_ENCODING_UNKNOWN"] = 0] = "MESSAGE_ENCODING_UNKNOWN";
  FeatureSet_MessageEncoding2[FeatureSet_MessageEncoding2["LENGTH_PREFIXED"] = 1] = "LENGTH_PREFIXED";
  FeatureSet_MessageEncoding2[FeatureSet_MessageEncoding2["DELIMITED"] = 2] = "DELIMITED";
})(FeatureSet_MessageEncoding || (FeatureSet_MessageEncoding = {}));
var FeatureSet_JsonFormat;
(function(FeatureSet_JsonFormat2) {
  FeatureSet_JsonFormat2[FeatureSet_JsonFormat2["JSON_FORMAT_UNKNOWN"] = 0] = "JSON_FORMAT_UNKNOWN";
  FeatureSet_JsonFormat2[FeatureSet_JsonFormat2["ALLOW"] = 1] = "ALLOW";
  FeatureSet_JsonFormat2[FeatureSet_JsonFormat2["LEGACY_BEST_EFFORT"] = 2] = "LEGACY_BEST_EFFORT";
})(FeatureSet_JsonFormat || (FeatureSet_JsonFormat = {}));
var FeatureSet_EnforceNamingStyle;
(function(FeatureSet_EnforceNamingStyle2) {
  FeatureSet_EnforceNamingStyle2[FeatureSet_EnforceNamingStyle2["ENFORCE_NAMING_STYLE_UNKNOWN"] = 0] = "ENFORCE_NAMING_STYLE_UNKNOWN";
  FeatureSet_EnforceNamingStyle2[FeatureSet_EnforceNamingStyle2["STYLE2024"] = 1] = "STYLE2024";
  FeatureSet_EnforceNamingStyle2[FeatureSet_EnforceNamingStyle2["STYLE_LEGACY"] = 2] = "STYLE_LEGACY";
  FeatureSet_EnforceNamingStyle2[FeatureSet_EnforceNamingStyle2["STYLE2026"] = 3] = "STYLE2026";
})(FeatureSet_EnforceNamingStyle || (FeatureSet_EnforceNamingStyle = {}));
var GeneratedCodeInfo_Annotation_Semantic;
(function(GeneratedCodeInfo_Annotation_Semantic2) {
  GeneratedCodeInfo_Annotation_Semantic2[GeneratedCodeInfo_Annotation_Semantic2["NONE"] = 0] = "NONE";
  GeneratedCodeInfo_Annotation_Semantic2[GeneratedCodeInfo_Annotation_Semantic2["SET"] = 1] = "SET";
  GeneratedCodeInfo_Annotation_Semantic2[GeneratedCodeInfo_Annotation_Semantic2["ALIAS"] = 2] = "ALIAS";
})(GeneratedCodeInfo_Annotation_Semantic || (GeneratedCodeInfo_Annotation_Semantic = {}));
var Edition;
(function(Edition2) {
  Edition2[Edition2["EDITION_UNKNOWN"] = 0] = "EDITION_UNKNOWN";
  Edition2[Edition2["EDITION_LEGACY"] = 900] = "EDITION_LEGACY";
  Edition2[Edition2["EDITION_PROTO2"] = 998] = "EDITION_PROTO2";
  Edition2[Edition2["EDITION_PROTO3"] = 999] = "EDITION_PROTO3";
  Edition2[Edition2["EDITION_2023"] = 1e3] = "EDITION_2023";
  Edition2[Edition2["EDITION_2024"] = 1001] = "EDITION_2024";
  Edition2[Edition2["EDITION_2026"] = 1002] = "EDITION_2026";
  Edition2[Edition2["EDITION_UNSTABLE"] = 9999] = "EDITION_UNSTABLE";
  Edition2[Edition2["EDITION_1_TEST_ONLY"] = 1] = "EDITION_1_TEST_ONLY";
  Edition2[Edition2["EDITION_2_TEST_ONLY"] = 2] = "EDITION_2_TEST_ONLY";
  Edition2[Edition2["EDITION_99997_TEST_ONLY"] = 99997] = "EDITION_99997_TEST_ONLY";
  Edition2[Edition2["EDITION_99998_TEST_ONLY"] = 99998] = "EDITION_99998_TEST_ONLY";
  Edition2[Edition2["EDITION_99999_TEST_ONLY"] = 99999] = "EDITION_99999_TEST_ONLY";
  Edition2[Edition2["EDITION_MAX"] = 2147483647] = "EDITION_MAX";
})(Edition || (Edition = {}));
var SymbolVisibility;
(function(SymbolVisibility2) {
  SymbolVisibility2[SymbolVisibility2["VISIBILITY_UNSET"] = 0] = "VISIBILITY_UNSET";
  SymbolVisibility2[SymbolVisibility2["VISIBILITY_LOCAL"] = 1] = "VISIBILITY_LOCAL";
  SymbolVisibility2[SymbolVisibility2["VISIBILITY_EXPORT"] = 2] = "VISIBILITY_EXPORT";
})(SymbolVisibility || (SymbolVisibility = {}));

// node_modules/@bufbuild/protobuf/dist/esm/from-binary.js
function makeReadContext(options) {
  return Object.assign(Object.assign({ readUnknownFields: true, recursionLimit: 100 }, options), { depth: 0 });
}
function fromBinary(schema, bytes, options) {
  const message = create(schema);
  compiledReader(schema).read(message, new BinaryReader(bytes), makeReadContext(options), bytes.byteLength);
  return message;
}
var compiledReaders = /* @__PURE__ */ new WeakMap();
function compiledReader(desc) {
  let compiled = compiledReaders.get(desc);
  if (compiled === void 0) {
    compiled = compileMessage(desc);
  }
  return compiled;
}
function compileMessage(desc) {
  const descString = String(desc);
  const fieldReaders = /* @__PURE__ */ new Map();
  const compiled = {
    read: compileMessageReader(descString, fieldReaders),
    readGroup: compileGroupReader(descString, fieldReaders)
  };
  compiledReaders.set(desc, compiled);
  for (const field2 of desc.fields) {
    fieldReaders.set(field2.number, compileFieldReader(field2));
  }
  return compiled;
}
function compileMessageReader(descString, fieldReaders) {
  return (message, reader, ctx, length) => {
    var _a;
    if (++ctx.depth > ctx.recursionLimit) {
      throw new Error(`cannot decode ${descString} from binary: maximum recursion depth of ${ctx.recursionLimit} reached`);
    }
    const end = reader.pos + length;
    const unknownFields = (_a = message.$unknown) !== null && _a !== void 0 ? _a : [];
    while (reader.pos < end) {
      const [fieldNo, wireType] = reader.tag();
      const fieldReader = fieldReaders.get(fieldNo);
      if (fieldReader === void 0) {
        const data = reader.skip(wireType, fieldNo, ctx.recursionLimit - ctx.depth);
        if (ctx.readUnknownFields) {
          unknownFields.push({ no: fieldNo, wireType, data });
        }
        continue;
      }
      fieldReader(message, reader, ctx, wireType);
    }
    if (unknownFields.length > 0) {
      message.$unknown = unknownFields;
    }
    ctx.depth--;
  };
}
function compileGroupReader(descString, fieldReaders) {
  return (message, reader, ctx, fieldNo) => {
    var _a;
    if (++ctx.depth > ctx.recursionLimit) {
      throw new Error(`cannot decode ${descString} from binary: maximum recursion depth of ${ctx.recursionLimit} reached`);
    }
    let recordFieldNo;
    let wireType;
    const unknownFields = (_a = message.$unknown) !== null && _a !== void 0 ? _a : [];
    while (reader.pos < reader.len) {
      [recordFieldNo, wireType] = reader.tag();
      if (wireType == WireType.EndGroup) {
        break;
      }
      const fieldReader = fieldReaders.get(recordFieldNo);
      if (fieldReader === void 0) {
        const data = reader.skip(wireType, recordFieldNo, ctx.recursionLimit - ctx.depth);
        if (ctx.readUnknownFields) {
          unknownFields.push({ no: recordFieldNo, wireType, data });
        }
        continue;
      }
      fieldReader(message, reader, ctx, wireType);
    }
    if (wireType != WireType.EndGroup || recordFieldNo !== fieldNo) {
      throw new Error("invalid end group tag");
    }
    if (unknownFields.length > 0) {
      message.$unknown = unknownFields;
    }
    ctx.depth--;
  };
}
function readField(message, reader, field2, wireType, ctx) {
  compileFieldReader(field2)(message[unsafeLocal], reader, ctx, wireType);
}
function compileFieldReader(field2) {
  switch (field2.fieldKind) {
    case "scalar":
      return compileScalarFieldReader(field2);
    case "enum":
      return compileEnumFieldReader(field2);
    case "message":
      return compileMessageFieldReader(field2);
    case "list":
      return compileListFieldReader(field2);
    case "map":
      return compileMapFieldReader(field2);
  }
}
function compileScalarFieldReader(field2) {
  const readScalar = compileScalarReader(field2.scalar, field2.utf8Validation, field2.longAsString);
  const localName = field2.localName;
  if (field2.oneof) {
    const oneofLocalName = field2.oneof.localName;
    return (message, reader) => {
      message[oneofLocalName] = {
        case: localName,
        value: readScalar(reader)
      };
    };
  }
  return (message, reader) => {
    message[localName] = readScalar(reader);
  };
}
function compileEnumFieldReader(field2) {
  var _a;
  const localName = field2.localName;
  const oneofLocalName = (_a = field2.oneof) === null || _a === void 0 ? void 0 : _a.localName;
  if (field2.enum.open) {
    if (oneofLocalName !== void 0) {
      return (message, reader) => {
        message[oneofLocalName] = { case: localName, value: reader.int32() };
      };
    }
    return (message, reader) => {
      message[localName] = reader.int32();
    };
  }
  const values = field2.enum.values;
  const fieldNo = field2.number;
  return (message, reader, ctx, wireType) => {
    var _a2;
    const val = reader.int32();
    if (values.some((v) => v.number === val)) {
      if (oneofLocalName !== void 0) {
        message[oneofLocalName] = { case: localName, value: val };
      } else {
        message[localName] = val;
      }
    } else if (ctx.readUnknownFields) {
      const bytes = [];
      varint32write(val, bytes);
      const unknownFields = (_a2 = message.$unknown) !== null && _a2 !== void 0 ? _a2 : [];
      unknownFields.push({
        no: fieldNo,
        wireType,
        data: new Uint8Array(bytes)
      });
      message.$unknown = unknownFields;
    }
  };
}
function compileMessageFieldReader(field2) {
  const localName = field2.localName;
  const { toMessage, toLocal } = localMessageMapper(field2);
  const readChild = compileChildReader(field2);
  if (field2.oneof) {
    const oneofLocalName = field2.oneof.localName;
    return (message, reader, ctx) => {
      const oneof = message[oneofLocalName];
      const child = toMessage(oneof.case === localName ? oneof.value : void 0);
      readChild(child, reader, ctx);
      message[oneofLocalName] = { case: localName, value: toLocal(child) };
    };
  }
  return (message, reader, ctx) => {
    const child = toMessage(message[localName]);
    readChild(child, reader, ctx);
    message[localName] = toLocal(child);
  };
}
function compileChildReader(field2) {
  const compiledChild = compiledReader(field2.message);
  if (field2.delimitedEncoding) {
    const fieldNo = field2.number;
    return (child, reader, ctx) => compiledChild.readGroup(child, reader, ctx, fieldNo);
  }
  return (child, reader, ctx) => compiledChild.read(child, reader, ctx, reader.uint32());
}
function compileListFieldReader(field2) {
  const localName = field2.localName;
  if (field2.listKind == "message") {
    const { toMessage, toLocal } = localMessageMapper(field2);
    const readChild = compileChildReader(field2);
    return (message, reader, ctx) => {
      const child = toMessage(void 0);
      readChild(child, reader, ctx);
      message[localName].push(toLocal(child));
    };
  }
  const scalarType = field2.listKind == "enum" ? ScalarType.INT32 : field2.scalar;
  const longAsString = field2.listKind == "scalar" ? field2.longAsString : false;
  const readScalar = compileScalarReader(scalarType, field2.utf8Validation, longAsString);
  const packedPossible = scalarType != ScalarType.STRING && scalarType != ScalarType.BYTES;
  return (message, reader, ctx, wireType) => {
    const items = message[localName];
    if (wireType == WireType.LengthDelimited && packedPossible) {
      const end = reader.uint32() + reader.pos;
      while (reader.pos < end) {
        items.push(readScalar(reader));
      }
    } else {
      items.push(readScalar(reader));
    }
  };
}
function compileMapFieldReader(field2) {
  const localName = field2.localName;
  const readKey = compileScalarReader(field2.mapKey, field2.utf8Validation, false);
  const keyZero = scalarZeroValue(field2.mapKey, false);
  let readValue;
  let valueDefault;
  switch (field2.mapKind) {
    case "scalar": {
      const scalar = field2.scalar;
      const readScalar = compileScalarReader(scalar, field2.utf8Validation, false);
      readValue = (reader) => readScalar(reader);
      if (scalar == ScalarType.BYTES) {
        valueDefault = () => new Uint8Array(0);
      } else {
        const zero = scalarZeroValue(scalar, false);
        valueDefault = () => zero;
      }
      break;
    }
    case "enum": {
      const zero = field2.enum.values[0].number;
      readValue = (reader) => reader.int32();
      valueDefault = () => zero;
      break;
    }
    case "message": {
      const { toMessage, toLocal } = localMessageMapper(field2);
      const readChild = compiledReader(field2.message).read;
      readValue = (reader, ctx, existing) => {
        const child = toMessage(existing);
        readChild(child, reader, ctx, reader.uint32());
        return toLocal(child);
      };
      valueDefault = () => toLocal(toMessage(void 0));
      break;
    }
  }
  return (message, reader, ctx) => {
    const record = message[localName];
    let key;
    let val;
    const len = reader.uint32();
    const end = reader.pos + len;
    while (reader.pos < end) {
      const [fieldNo, wireType] = reader.tag();
      switch (fieldNo) {
        case 1:
          key = readKey(reader);
          break;
        case 2:
          val = readValue(reader, ctx, val);
          break;
        default:
          reader.skip(wireType, fieldNo, ctx.recursionLimit - ctx.depth);
      }
    }
    if (key === void 0) {
      key = keyZero;
    }
    if (val === void 0) {
      val = valueDefault();
    }
    setOwn(record, key, val);
  };
}
function compileScalarReader(type, utf8Validation, longAsString) {
  switch (type) {
    case ScalarType.STRING:
      return (reader) => reader.string(utf8Validation);
    case ScalarType.BOOL:
      return (reader) => reader.bool();
    case ScalarType.DOUBLE:
      return (reader) => reader.double();
    case ScalarType.FLOAT:
      return (reader) => reader.float();
    case ScalarType.INT32:
      return (reader) => reader.int32();
    case ScalarType.INT64:
      if (longAsString) {
        return (reader) => String(reader.int64());
      }
      return (reader) => reader.int64();
    case ScalarType.UINT64:
      if (longAsString) {
        return (reader) => String(reader.uint64());
      }
      return (reader) => reader.uint64();
    case ScalarType.FIXED64:
      if (longAsString) {
        return (reader) => String(reader.fixed64());
      }
      return (reader) => reader.fixed64();
    case ScalarType.BYTES:
      return (reader) => reader.bytes();
    case ScalarType.FIXED32:
      return (reader) => reader.fixed32();
    case ScalarType.SFIXED32:
      return (reader) => reader.sfixed32();
    case ScalarType.SFIXED64:
      if (longAsString) {
        return (reader) => String(reader.sfixed64());
      }
      return (reader) => reader.sfixed64();
    case ScalarType.SINT64:
      if (longAsString) {
        return (reader) => String(reader.sint64());
      }
      return (reader) => reader.sint64();
    case ScalarType.UINT32:
      return (reader) => reader.uint32();
    case ScalarType.SINT32:
      return (reader) => reader.sint32();
  }
}

// node_modules/@bufbuild/protobuf/dist/esm/codegenv2/file.js
function fileDesc(b64, imports) {
  var _a;
  const root = fromBinary(FileDescriptorProtoSchema, base64Decode(b64));
  root.messageType.forEach(restoreJsonNames);
  root.dependency = (_a = imports === null || imports === void 0 ? void 0 : imports.map((f) => f.proto.name)) !== null && _a !== void 0 ? _a : [];
  const reg = createEmbeddedFileRegistry(root, (protoFileName) => imports === null || imports === void 0 ? void 0 : imports.find((f) => f.proto.name === protoFileName));
  return reg.getFile(root.name);
}

// node_modules/@bufbuild/protobuf/dist/esm/wkt/google/protobuf/any_pb.js
var file_google_protobuf_any = /* @__PURE__ */ fileDesc("Chlnb29nbGUvcHJvdG9idWYvYW55LnByb3RvEg9nb29nbGUucHJvdG9idWYiJgoDQW55EhAKCHR5cGVfdXJsGAEgASgJEg0KBXZhbHVlGAIgASgMQnYKE2NvbS5nb29nbGUucHJvdG9idWZCCEFueVByb3RvUAFaLGdvb2dsZS5nb2xhbmcub3JnL3Byb3RvYnVmL3R5cGVzL2tub3duL2FueXBiogIDR1BCqgIeR29vZ2xlLlByb3RvYnVmLldlbGxLbm93blR5cGVzYgZwcm90bzM");
var AnySchema = /* @__PURE__ */ messageDesc(file_google_protobuf_any, 0);

// node_modules/@bufbuild/protobuf/dist/esm/to-binary.js
var IMPLICIT4 = 2;
var LEGACY_REQUIRED2 = 3;
var writeDefaults = {
  writeUnknownFields: true
};
function makeWriteOptions(options) {
  return options ? Object.assign(Object.assign({}, writeDefaults), options) : writeDefaults;
}
function toBinary(schema, message, options) {
  const writer = new BinaryWriter();
  compiledWriter(schema)(writer, makeWriteOptions(options), message);
  return writer.finish();
}
var compiledWriters = /* @__PURE__ */ new WeakMap();
function compiledWriter(desc) {
  let compiled = compiledWriters.get(desc);
  if (compiled === void 0) {
    compiled = compileMessage2(desc);
  }
  return compiled;
}
function compileMessage2(desc) {
  const typeName = desc.typeName;
  const sortedFields = desc.fields.concat().sort((a, b) => a.number - b.number);
  const foreignField = sortedFields[0];
  const fieldWriters = [];
  const compiled = (writer, opts, message) => {
    if (message.$typeName !== typeName && foreignField !== void 0) {
      throw new FieldError(foreignField, `cannot use ${foreignField} with message ${message.$typeName}`, "ForeignFieldError");
    }
    for (let i = 0; i < fieldWriters.length; i++) {
      fieldWriters[i](writer, opts, message);
    }
    const unknown = message.$unknown;
    if (unknown !== void 0 && opts.writeUnknownFields) {
      for (let i = 0; i < unknown.length; i++) {
        const { no, wireType, data } = unknown[i];
        writer.tag(no, wireType).raw(data);
      }
    }
  };
  compiledWriters.set(desc, compiled);
  for (const field2 of sortedFields) {
    fieldWriters.push(compileField(field2));
  }
  return compiled;
}
function compileField(field2) {
  switch (field2.fieldKind) {
    case "message":
    case "scalar":
    case "enum":
      return compileSingularField(field2);
    case "list":
      return compileListField(field2);
    case "map":
      return compileMapField(field2);
  }
}
function compileSingularField(field2) {
  const writeValue = compileSingularValue(field2);
  const localName = field2.localName;
  if (field2.oneof) {
    const oneofLocalName = field2.oneof.localName;
    return (writer, opts, message) => {
      const oneof = message[oneofLocalName];
      if (oneof.case === localName) {
        writeValue(writer, opts, oneof.value);
      }
    };
  }
  if (field2.presence != IMPLICIT4) {
    const requiredError = field2.presence == LEGACY_REQUIRED2 ? `cannot encode ${field2} to binary: required field not set` : void 0;
    return (writer, opts, message) => {
      const value = message[localName];
      if (value !== void 0 && Object.prototype.hasOwnProperty.call(message, localName)) {
        writeValue(writer, opts, value);
      } else if (requiredError !== void 0) {
        throw new Error(requiredError);
      }
    };
  }
  if (field2.fieldKind == "enum") {
    const zero = field2.enum.values[0].number;
    return (writer, opts, message) => {
      const value = message[localName];
      if (value !== zero) {
        writeValue(writer, opts, value);
      }
    };
  }
  switch (field2.scalar) {
    case ScalarType.BOOL:
      return (writer, opts, message) => {
        const value = message[localName];
        if (value !== false) {
          writeValue(writer, opts, value);
        }
      };
    case ScalarType.STRING:
      return (writer, opts, message) => {
        const value = message[localName];
        if (value !== "") {
          writeValue(writer, opts, value);
        }
      };
    case ScalarType.BYTES:
      return (writer, opts, message) => {
        const value = message[localName];
        if (!(value instanceof Uint8Array) || value.byteLength > 0) {
          writeValue(writer, opts, value);
        }
      };
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return (writer, opts, message) => {
        const value = message[localName];
        if (!Object.is(value, 0)) {
          writeValue(writer, opts, value);
        }
      };
    default:
      return (writer, opts, message) => {
        const value = message[localName];
        if (value != 0) {
          writeValue(writer, opts, value);
        }
      };
  }
}
function compileSingularValue(field2) {
  switch (field2.fieldKind) {
    case "message": {
      const { toMessage } = localMessageMapper(field2);
      const writeChild = compileChildWriter(field2);
      return (writer, opts, value) => {
        writeChild(writer, opts, toMessage(value));
      };
    }
    case "scalar":
    case "enum": {
      const scalarType = field2.fieldKind == "enum" ? ScalarType.INT32 : field2.scalar;
      const fieldNo = field2.number;
      const wireType = writeTypeOfScalar(scalarType);
      const writeScalar = compileScalarValue(scalarType, field2.parent.typeName, field2.name);
      return (writer, opts, value) => {
        writer.tag(fieldNo, wireType);
        writeScalar(writer, value);
      };
    }
  }
}
function compileListField(field2) {
  const localName = field2.localName;
  const fieldNo = field2.number;
  switch (field2.listKind) {
    case "message": {
      const { toMessage } = localMessageMapper(field2);
      const writeChild = compileChildWriter(field2);
      return (writer, opts, message) => {
        const items = message[localName];
        for (let i = 0; i < items.length; i++) {
          writeChild(writer, opts, toMessage(items[i]));
        }
      };
    }
    case "scalar":
    case "enum": {
      const scalarType = field2.listKind == "enum" ? ScalarType.INT32 : field2.scalar;
      const writeScalar = compileScalarValue(scalarType, field2.parent.typeName, field2.name);
      if (field2.packed) {
        return (writer, opts, message) => {
          const items = message[localName];
          if (items.length == 0) {
            return;
          }
          writer.tag(fieldNo, WireType.LengthDelimited).fork();
          for (let i = 0; i < items.length; i++) {
            writeScalar(writer, items[i]);
          }
          writer.join();
        };
      }
      const wireType = writeTypeOfScalar(scalarType);
      return (writer, opts, message) => {
        const items = message[localName];
        for (let i = 0; i < items.length; i++) {
          writer.tag(fieldNo, wireType);
          writeScalar(writer, items[i]);
        }
      };
    }
  }
}
function compileMapField(field2) {
  const localName = field2.localName;
  const fieldNo = field2.number;
  const writeKey = compileMapKey(field2);
  if (field2.mapKind == "message") {
    const { toMessage } = localMessageMapper(field2);
    const writeMessage2 = compiledWriter(field2.message);
    return (writer, opts, message) => {
      const record = message[localName];
      const keys = Object.keys(record);
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i];
        writer.tag(fieldNo, WireType.LengthDelimited).fork();
        writeKey(writer, key);
        writer.tag(2, WireType.LengthDelimited).fork();
        writeMessage2(writer, opts, toMessage(record[key]));
        writer.join();
        writer.join();
      }
    };
  }
  const scalarType = field2.mapKind == "enum" ? ScalarType.INT32 : field2.scalar;
  const valueWireType = writeTypeOfScalar(scalarType);
  const writeScalar = compileScalarValue(scalarType, field2.parent.typeName, field2.name);
  return (writer, opts, message) => {
    const record = message[localName];
    const keys = Object.keys(record);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      writer.tag(fieldNo, WireType.LengthDelimited).fork();
      writeKey(writer, key);
      writer.tag(2, valueWireType);
      writeScalar(writer, record[key]);
      writer.join();
    }
  };
}
function compileMapKey(field2) {
  const wireType = writeTypeOfScalar(field2.mapKey);
  const writeScalar = compileScalarValue(field2.mapKey, field2.parent.typeName, field2.name);
  const convertKey = compileMapKeyConverter(field2.mapKey);
  return (writer, key) => {
    writer.tag(1, wireType);
    writeScalar(writer, convertKey(key));
  };
}
function compileMapKeyConverter(type) {
  switch (type) {
    case ScalarType.STRING:
      return (key) => key;
    case ScalarType.BOOL:
      return (key) => key === "true" ? true : key === "false" ? false : key;
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return (key) => {
        try {
          return protoInt64.uParse(key);
        } catch (_a) {
          return key;
        }
      };
    case ScalarType.INT64:
    case ScalarType.SFIXED64:
    case ScalarType.SINT64:
      return (key) => {
        try {
          return protoInt64.parse(key);
        } catch (_a) {
          return key;
        }
      };
    default:
      return (key) => {
        const n = Number.parseInt(key);
        return Number.isFinite(n) ? n : key;
      };
  }
}
function compileScalarValue(type, messageName, fieldName) {
  const writeScalar = compileScalarWrite(type);
  return (writer, value) => {
    try {
      writeScalar(writer, value);
    } catch (e) {
      if (e instanceof Error) {
        throw new Error(`cannot encode field ${messageName}.${fieldName} to binary: ${e.message}`);
      }
      throw e;
    }
  };
}
function compileScalarWrite(type) {
  switch (type) {
    case ScalarType.STRING:
      return (writer, value) => writer.string(value);
    case ScalarType.BOOL:
      return (writer, value) => writer.bool(value);
    case ScalarType.DOUBLE:
      return (writer, value) => writer.double(value);
    case ScalarType.FLOAT:
      return (writer, value) => writer.float(value);
    case ScalarType.INT32:
      return (writer, value) => writer.int32(value);
    case ScalarType.INT64:
      return (writer, value) => writer.int64(value);
    case ScalarType.UINT64:
      return (writer, value) => writer.uint64(value);
    case ScalarType.FIXED64:
      return (writer, value) => writer.fixed64(value);
    case ScalarType.BYTES:
      return (writer, value) => writer.bytes(value);
    case ScalarType.FIXED32:
      return (writer, value) => writer.fixed32(value);
    case ScalarType.SFIXED32:
      return (writer, value) => writer.sfixed32(value);
    case ScalarType.SFIXED64:
      return (writer, value) => writer.sfixed64(value);
    case ScalarType.SINT64:
      return (writer, value) => writer.sint64(value);
    case ScalarType.UINT32:
      return (writer, value) => writer.uint32(value);
    case ScalarType.SINT32:
      return (writer, value) => writer.sint32(value);
  }
}
function writeField(writer, opts, msg, field2) {
  compileField(field2)(writer, opts, msg[unsafeLocal]);
}
function compileChildWriter(field2) {
  const fieldNo = field2.number;
  const writeMessage2 = compiledWriter(field2.message);
  if (field2.delimitedEncoding) {
    return (writer, opts, child) => {
      writer.tag(fieldNo, WireType.StartGroup);
      writeMessage2(writer, opts, child);
      writer.tag(fieldNo, WireType.EndGroup);
    };
  }
  return (writer, opts, child) => {
    writer.tag(fieldNo, WireType.LengthDelimited).fork();
    writeMessage2(writer, opts, child);
    writer.join();
  };
}
function writeTypeOfScalar(type) {
  switch (type) {
    case ScalarType.BYTES:
    case ScalarType.STRING:
      return WireType.LengthDelimited;
    case ScalarType.DOUBLE:
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64:
      return WireType.Bit64;
    case ScalarType.FIXED32:
    case ScalarType.SFIXED32:
    case ScalarType.FLOAT:
      return WireType.Bit32;
    default:
      return WireType.Varint;
  }
}

// node_modules/@bufbuild/protobuf/dist/esm/wkt/any.js
function anyPack(schema, message, into) {
  let ret = false;
  if (!into) {
    into = create(AnySchema);
    ret = true;
  }
  into.value = toBinary(schema, message);
  into.typeUrl = typeNameToUrl(message.$typeName);
  return ret ? into : void 0;
}
function anyIs(any, descOrTypeName) {
  if (any.typeUrl === "") {
    return false;
  }
  const want = typeof descOrTypeName == "string" ? descOrTypeName : descOrTypeName.typeName;
  const got = typeUrlToName(any.typeUrl);
  return want === got;
}
function anyUnpack(any, registryOrMessageDesc) {
  if (any.typeUrl === "") {
    return void 0;
  }
  const desc = registryOrMessageDesc.kind == "message" ? registryOrMessageDesc : registryOrMessageDesc.getMessage(typeUrlToName(any.typeUrl));
  if (!desc || !anyIs(any, desc)) {
    return void 0;
  }
  return fromBinary(desc, any.value);
}
function typeNameToUrl(name) {
  return `type.googleapis.com/${name}`;
}
function typeUrlToName(url) {
  const slash = url.lastIndexOf("/");
  const name = slash >= 0 ? url.substring(slash + 1) : url;
  if (!name.length) {
    throw new Error(`invalid type url: ${url}`);
  }
  return name;
}

// node_modules/@bufbuild/protobuf/dist/esm/wkt/google/protobuf/struct_pb.js
var file_google_protobuf_struct = /* @__PURE__ */ fileDesc("Chxnb29nbGUvcHJvdG9idWYvc3RydWN0LnByb3RvEg9nb29nbGUucHJvdG9idWYihAEKBlN0cnVjdBIzCgZmaWVsZHMYASADKAsyIy5nb29nbGUucHJvdG9idWYuU3RydWN0LkZpZWxkc0VudHJ5GkUKC0ZpZWxkc0VudHJ5EgsKA2tleRgBIAEoCRIlCgV2YWx1ZRgCIAEoCzIWLmdvb2dsZS5wcm90b2J1Zi5WYWx1ZToCOAEi6gEKBVZhbHVlEjAKCm51bGxfdmFsdWUYASABKA4yGi5nb29nbGUucHJvdG9idWYuTnVsbFZhbHVlSAASFgoMbnVtYmVyX3ZhbHVlGAIgASgBSAASFgoMc3RyaW5nX3ZhbHVlGAMgASgJSAASFAoKYm9vbF92YWx1ZRgEIAEoCEgAEi8KDHN0cnVjdF92YWx1ZRgFIAEoCzIXLmdvb2dsZS5wcm90b2J1Zi5TdHJ1Y3RIABIwCgpsaXN0X3ZhbHVlGAYgASgLMhouZ29vZ2xlLnByb3RvYnVmLkxpc3RWYWx1ZUgAQgYKBGtpbmQiMwoJTGlzdFZhbHVlEiYKBnZhbHVlcxgBIAMoCzIWLmdvb2dsZS5wcm90b2J1Zi5WYWx1ZSobCglOdWxsVmFsdWUSDgoKTlVMTF9WQUxVRRAAQn8KE2NvbS5nb29nbGUucHJvdG9idWZCC1N0cnVjdFByb3RvUAFaL2dvb2dsZS5nb2xhbmcub3JnL3Byb3RvYnVmL3R5cGVzL2tub3duL3N0cnVjdHBi+AEBogIDR1BCqgIeR29vZ2xlLlByb3RvYnVmLldlbGxLbm93blR5cGVzYgZwcm90bzM");
var StructSchema = /* @__PURE__ */ messageDesc(file_google_protobuf_struct, 0);
var ValueSchema = /* @__PURE__ */ messageDesc(file_google_protobuf_struct, 1);
var ListValueSchema = /* @__PURE__ */ messageDesc(file_google_protobuf_struct, 2);
var NullValue;
(function(NullValue2) {
  NullValue2[NullValue2["NULL_VALUE"] = 0] = "NULL_VALUE";
})(NullValue || (NullValue = {}));

// node_modules/@bufbuild/protobuf/dist/esm/extensions.js
function getExtension(message, extension, options) {
  assertExtendee(extension, message);
  const ufs = filterUnknownFields(message.$unknown, extension);
  const [container2, field2, get] = createExtensionContainer(extension);
  const ctx = makeReadContext(options);
  for (const uf of ufs) {
    readField(container2, new BinaryReader(uf.data), field2, uf.wireType, ctx);
  }
  return get();
}
function setExtension(message, extension, value) {
  var _a;
  assertExtendee(extension, message);
  const ufs = ((_a = message.$unknown) !== null && _a !== void 0 ? _a : []).filter((uf) => uf.no !== extension.number);
  const [container2, field2] = createExtensionContainer(extension, value);
  const writer = new BinaryWriter();
  writeField(writer, { writeUnknownFields: true }, container2, field2);
  const reader = new BinaryReader(writer.finish());
  while (reader.pos < reader.len) {
    const [no, wireType] = reader.tag();
    const data = reader.skip(wireType, no);
    ufs.push({ no, wireType, data });
  }
  message.$unknown = ufs;
}
function hasExtension(message, extension) {
  var _a;
  return extension.extendee.typeName === message.$typeName && !!((_a = message.$unknown) === null || _a === void 0 ? void 0 : _a.find((uf) => uf.no === extension.number));
}
function filterUnknownFields(unknownFields, extension) {
  if (unknownFields === void 0)
    return [];
  if (extension.fieldKind === "enum" || extension.fieldKind === "scalar") {
    for (let i = unknownFields.length - 1; i >= 0; --i) {
      if (unknownFields[i].no == extension.number) {
        return [unknownFields[i]];
      }
    }
    return [];
  }
  return unknownFields.filter((uf) => uf.no === extension.number);
}
function createExtensionContainer(extension, value) {
  const localName = extension.typeName;
  const field2 = Object.assign(Object.assign({}, extension), { kind: "field", parent: extension.extendee, localName });
  const desc = Object.assign(Object.assign({}, extension.extendee), { fields: [field2], members: [field2], oneofs: [] });
  const container2 = create(desc, value !== void 0 ? { [localName]: value } : void 0);
  return [
    reflect(desc, container2),
    field2,
    () => {
      const value2 = container2[localName];
      if (value2 === void 0) {
        const desc2 = extension.message;
        if (isWrapperDesc(desc2)) {
          return scalarZeroValue(desc2.fields[0].scalar, desc2.fields[0].longAsString);
        }
        return create(desc2);
      }
      return value2;
    }
  ];
}
function assertExtendee(extension, message) {
  if (extension.extendee.typeName != message.$typeName) {
    throw new Error(`extension ${extension.typeName} can only be applied to message ${extension.extendee.typeName}`);
  }
}

// node_modules/@bufbuild/protobuf/dist/esm/wkt/json.js
var timestampMsMin = /* @__PURE__ */ Date.parse("0001-01-01T00:00:00Z");
var timestampMsMax = /* @__PURE__ */ Date.parse("9999-12-31T23:59:59Z");
var durationSecondsMin = -315576e6;
var durationSecondsMax = 315576e6;

// node_modules/@bufbuild/protobuf/dist/esm/to-json.js
var LEGACY_REQUIRED3 = 3;
var IMPLICIT5 = 2;
var jsonWriteDefaults = {
  alwaysEmitImplicit: false,
  enumAsInteger: false,
  useProtoFieldName: false
};
function makeWriteOptions2(options) {
  return options ? Object.assign(Object.assign({}, jsonWriteDefaults), options) : jsonWriteDefaults;
}
function toJson(schema, message, options) {
  return compiledWriter2(schema)(makeWriteOptions2(options), message);
}
var compiledWriters2 = /* @__PURE__ */ new WeakMap();
function compiledWriter2(desc) {
  let compiled = compiledWriters2.get(desc);
  if (compiled === void 0) {
    compiled = compileMessage3(desc);
  }
  return compiled;
}
function compileMessage3(desc) {
  const typeName = desc.typeName;
  const writeWkt = compileWkt(desc);
  if (writeWkt !== void 0) {
    const foreignField2 = desc.fields[0];
    const compiledWriter4 = (opts, message) => {
      if (message.$typeName !== typeName && foreignField2 !== void 0) {
        throw new FieldError(foreignField2, `cannot use ${foreignField2} with message ${message.$typeName}`, "ForeignFieldError");
      }
      return writeWkt(opts, message);
    };
    compiledWriters2.set(desc, compiledWriter4);
    return compiledWriter4;
  }
  const sortedFields = desc.fields.concat().sort((a, b) => a.number - b.number);
  const foreignField = sortedFields[0];
  const fieldWriters = [];
  const compiledWriter3 = (opts, message) => {
    if (message.$typeName !== typeName && foreignField !== void 0) {
      throw new FieldError(foreignField, `cannot use ${foreignField} with message ${message.$typeName}`, "ForeignFieldError");
    }
    const json2 = {};
    for (let i = 0; i < fieldWriters.length; i++) {
      fieldWriters[i](opts, message, json2);
    }
    if (opts.registry) {
      writeExtensions(json2, opts, opts.registry, message, desc);
    }
    return json2;
  };
  compiledWriters2.set(desc, compiledWriter3);
  for (const field2 of sortedFields) {
    const writeField3 = compileField2(field2);
    fieldWriters.push(field2.jsonName === "__proto__" || field2.name === "__proto__" ? writeOwnKeys(writeField3) : writeField3);
  }
  return compiledWriter3;
}
function writeOwnKeys(writeField3) {
  return (opts, message, json2) => {
    const tmp = /* @__PURE__ */ Object.create(null);
    writeField3(opts, message, tmp);
    for (const key of Object.keys(tmp)) {
      setOwn(json2, key, tmp[key]);
    }
  };
}
function compileWkt(desc) {
  if (!desc.typeName.startsWith("google.protobuf.")) {
    return void 0;
  }
  switch (desc.typeName) {
    case "google.protobuf.Any":
      return (opts, message) => anyToJson(message, opts);
    case "google.protobuf.Timestamp":
      return (opts, message) => timestampToJson(message);
    case "google.protobuf.Duration":
      return (opts, message) => durationToJson(message);
    case "google.protobuf.FieldMask":
      return (opts, message) => fieldMaskToJson(message);
    case "google.protobuf.Struct":
      return (opts, message) => structToJson(message);
    case "google.protobuf.Value":
      return (opts, message) => valueToJson(message);
    case "google.protobuf.ListValue":
      return (opts, message) => listValueToJson(message);
    default:
      if (isWrapperDesc(desc)) {
        const valueField = desc.fields[0];
        const localName = valueField.localName;
        const zero = scalarZeroValue(valueField.scalar, false);
        const writeScalar = compileScalarValue2(valueField);
        return (opts, message) => {
          const value = message[localName];
          return writeScalar(opts, value === void 0 ? zero : value);
        };
      }
      return void 0;
  }
}
function compileField2(field2) {
  switch (field2.fieldKind) {
    case "scalar":
    case "enum":
    case "message":
      return compileSingularField2(field2);
    case "list":
    case "map": {
      const writeValue = field2.fieldKind == "list" ? compileListValue(field2) : compileMapValue(field2);
      const protoName = field2.name;
      const jsonKey = field2.jsonName;
      const localName = field2.localName;
      return (opts, message, json2) => {
        const value = writeValue(opts, message[localName]);
        if (value !== void 0) {
          json2[opts.useProtoFieldName ? protoName : jsonKey] = value;
        }
      };
    }
  }
}
function compileSingularField2(field2) {
  const writeValue = compileSingularValue2(field2);
  const protoName = field2.name;
  const jsonKey = field2.jsonName;
  const localName = field2.localName;
  if (field2.oneof) {
    const oneofLocalName = field2.oneof.localName;
    return (opts, message, json2) => {
      const oneof = message[oneofLocalName];
      if (oneof.case === localName) {
        json2[opts.useProtoFieldName ? protoName : jsonKey] = writeValue(opts, oneof.value);
      }
    };
  }
  if (field2.presence != IMPLICIT5) {
    const requiredError = field2.presence == LEGACY_REQUIRED3 ? `cannot encode ${field2} to JSON: required field not set` : void 0;
    return (opts, message, json2) => {
      const value = message[localName];
      if (value !== void 0 && Object.prototype.hasOwnProperty.call(message, localName)) {
        json2[opts.useProtoFieldName ? protoName : jsonKey] = writeValue(opts, value);
      } else if (requiredError !== void 0) {
        throw new Error(requiredError);
      }
    };
  }
  if (field2.fieldKind == "enum") {
    const zero = field2.enum.values[0].number;
    return (opts, message, json2) => {
      const value = message[localName];
      if (value !== zero || opts.alwaysEmitImplicit) {
        json2[opts.useProtoFieldName ? protoName : jsonKey] = writeValue(opts, value);
      }
    };
  }
  switch (field2.scalar) {
    case ScalarType.BOOL:
      return (opts, message, json2) => {
        const value = message[localName];
        if (value !== false || opts.alwaysEmitImplicit) {
          json2[opts.useProtoFieldName ? protoName : jsonKey] = writeValue(opts, value);
        }
      };
    case ScalarType.STRING:
      return (opts, message, json2) => {
        const value = message[localName];
        if (value !== "" || opts.alwaysEmitImplicit) {
          json2[opts.useProtoFieldName ? protoName : jsonKey] = writeValue(opts, value);
        }
      };
    case ScalarType.BYTES:
      return (opts, message, json2) => {
        const value = message[localName];
        if (!(value instanceof Uint8Array) || value.byteLength > 0 || opts.alwaysEmitImplicit) {
          json2[opts.useProtoFieldName ? protoName : jsonKey] = writeValue(opts, value);
        }
      };
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return (opts, message, json2) => {
        const value = message[localName];
        if (!Object.is(value, 0) || opts.alwaysEmitImplicit) {
          json2[opts.useProtoFieldName ? protoName : jsonKey] = writeValue(opts, value);
        }
      };
    default:
      return (opts, message, json2) => {
        const value = message[localName];
        if (value != 0 || opts.alwaysEmitImplicit) {
          json2[opts.useProtoFieldName ? protoName : jsonKey] = writeValue(opts, value);
        }
      };
  }
}
function compileFieldValue(field2) {
  switch (field2.fieldKind) {
    case "scalar":
    case "enum":
    case "message":
      return compileSingularValue2(field2);
    case "list":
      return compileListValue(field2);
    case "map":
      return compileMapValue(field2);
  }
}
function compileSingularValue2(field2) {
  switch (field2.fieldKind) {
    case "scalar":
      return compileScalarValue2(field2);
    case "enum":
      return compileEnumValue(field2);
    case "message":
      return compileMessageValue(field2);
  }
}
function compileMessageValue(field2) {
  const { toMessage } = localMessageMapper(field2);
  const writeMessage2 = compiledWriter2(field2.message);
  return (opts, value) => writeMessage2(opts, toMessage(value));
}
function compileListValue(field2) {
  const writeItem = compileListItemValue(field2);
  return (opts, value) => {
    const items = value;
    if (items.length == 0 && !opts.alwaysEmitImplicit) {
      return void 0;
    }
    const jsonArray = [];
    for (let i = 0; i < items.length; i++) {
      jsonArray.push(writeItem(opts, items[i]));
    }
    return jsonArray;
  };
}
function compileListItemValue(field2) {
  switch (field2.listKind) {
    case "scalar":
      return compileScalarValue2(field2);
    case "enum":
      return compileEnumValue(field2);
    case "message":
      return compileMessageValue(field2);
  }
}
function compileMapValue(field2) {
  const writeMapValue = compileMapEntryValue(field2);
  return (opts, value) => {
    const record = value;
    const keys = Object.keys(record);
    if (keys.length == 0 && !opts.alwaysEmitImplicit) {
      return void 0;
    }
    const jsonObject = {};
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      setOwn(jsonObject, key, writeMapValue(opts, record[key]));
    }
    return jsonObject;
  };
}
function compileMapEntryValue(field2) {
  switch (field2.mapKind) {
    case "scalar":
      return compileScalarValue2(field2);
    case "enum":
      return compileEnumValue(field2);
    case "message":
      return compileMessageValue(field2);
  }
}
function compileEnumValue(field2) {
  const desc = field2.enum;
  if (desc.typeName == "google.protobuf.NullValue") {
    return (opts, value) => {
      if (typeof value != "number") {
        throw errorEnumValue(desc, value);
      }
      return null;
    };
  }
  return (opts, value) => {
    var _a, _b;
    if (typeof value != "number") {
      throw errorEnumValue(desc, value);
    }
    if (opts.enumAsInteger) {
      return value;
    }
    return (_b = (_a = desc.value[value]) === null || _a === void 0 ? void 0 : _a.jsonName) !== null && _b !== void 0 ? _b : value;
  };
}
function errorEnumValue(desc, value) {
  return new Error(`cannot encode ${desc} to JSON: expected number, got ${formatVal(value)}`);
}
function compileScalarValue2(field2) {
  switch (field2.scalar) {
    // int32, fixed32, uint32: JSON value will be a decimal number. Either numbers or strings are accepted.
    case ScalarType.INT32:
    case ScalarType.SFIXED32:
    case ScalarType.SINT32:
    case ScalarType.FIXED32:
    case ScalarType.UINT32:
      return (opts, value) => {
        if (typeof value != "number") {
          throw errorScalarValue(field2, value);
        }
        return value;
      };
    // float, double: JSON value will be a number or one of the special string values "NaN", "Infinity", and "-Infinity".
    // Either numbers or strings are accepted. Exponent notation is also accepted.
    case ScalarType.FLOAT:
    case ScalarType.DOUBLE:
      return (opts, value) => {
        if (typeof value != "number") {
          throw errorScalarValue(field2, value);
        }
        if (Number.isNaN(value))
          return "NaN";
        if (value === Number.POSITIVE_INFINITY)
          return "Infinity";
        if (value === Number.NEGATIVE_INFINITY)
          return "-Infinity";
        return value;
      };
    // string:
    case ScalarType.STRING:
      return (opts, value) => {
        if (typeof value != "string") {
          throw errorScalarValue(field2, value);
        }
        return value;
      };
    // bool:
    case ScalarType.BOOL:
      return (opts, value) => {
        if (typeof value != "boolean") {
          throw errorScalarValue(field2, value);
        }
        return value;
      };
    // JSON value will be a decimal string. Either numbers or strings are accepted.
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
    case ScalarType.INT64:
    case ScalarType.SFIXED64:
    case ScalarType.SINT64:
      return (opts, value) => {
        if (typeof value == "bigint" || typeof value == "string" || typeof value == "number" && Number.isInteger(value)) {
          return value.toString();
        }
        throw errorScalarValue(field2, value);
      };
    // bytes: JSON value will be the data encoded as a string using standard base64 encoding with paddings.
    // Either standard or URL-safe base64 encoding with/without paddings are accepted.
    case ScalarType.BYTES:
      return (opts, value) => {
        if (value instanceof Uint8Array) {
          return base64Encode(value);
        }
        throw errorScalarValue(field2, value);
      };
  }
}
function errorScalarValue(field2, value) {
  var _a;
  return new Error(`cannot encode ${field2} to JSON: ${(_a = checkField(field2, value)) === null || _a === void 0 ? void 0 : _a.message}`);
}
function writeExtensions(json2, opts, registry, message, desc) {
  const unknown = message.$unknown;
  if (unknown === void 0) {
    return;
  }
  const tagSeen = /* @__PURE__ */ new Set();
  for (let i = 0; i < unknown.length; i++) {
    const { no } = unknown[i];
    if (!tagSeen.has(no)) {
      tagSeen.add(no);
      const extension = registry.getExtensionFor(desc, no);
      if (!extension) {
        continue;
      }
      const value = getExtension(message, extension);
      const [container2, field2] = createExtensionContainer(extension, value);
      const local = container2[unsafeLocal];
      const jsonValue = compileFieldValue(field2)(opts, local[field2.localName]);
      if (jsonValue !== void 0) {
        json2[extension.jsonName] = jsonValue;
      }
    }
  }
}
function anyToJson(val, opts) {
  if (val.typeUrl === "") {
    return {};
  }
  const { registry } = opts;
  let message;
  let desc;
  if (registry) {
    message = anyUnpack(val, registry);
    if (message) {
      desc = registry.getMessage(message.$typeName);
    }
  }
  if (!desc || !message) {
    throw new Error(`cannot encode message ${val.$typeName} to JSON: "${val.typeUrl}" is not in the type registry`);
  }
  const json2 = hasCustomJsonRepresentation(desc) ? {
    value: compiledWriter2(desc)(opts, message)
  } : compiledWriter2(desc)(opts, message);
  json2["@type"] = val.typeUrl;
  return json2;
}
function durationToJson(val) {
  const seconds = Number(val.seconds);
  const nanos = val.nanos;
  if (seconds > durationSecondsMax || seconds < durationSecondsMin) {
    throw new Error(`cannot encode message ${val.$typeName} to JSON: value out of range`);
  }
  if (seconds > 0 && nanos < 0 || seconds < 0 && nanos > 0) {
    throw new Error(`cannot encode message ${val.$typeName} to JSON: nanos sign must match seconds sign`);
  }
  let text2 = val.seconds.toString();
  if (nanos !== 0) {
    let nanosStr = Math.abs(nanos).toString();
    nanosStr = "0".repeat(9 - nanosStr.length) + nanosStr;
    if (nanosStr.substring(3) === "000000") {
      nanosStr = nanosStr.substring(0, 3);
    } else if (nanosStr.substring(6) === "000") {
      nanosStr = nanosStr.substring(0, 6);
    }
    text2 += "." + nanosStr;
    if (nanos < 0 && seconds == 0) {
      text2 = "-" + text2;
    }
  }
  return text2 + "s";
}
function fieldMaskToJson(val) {
  return val.paths.map((p) => {
    if (protoSnakeCase(protoCamelCase(p)) !== p) {
      throw new Error(`cannot encode message ${val.$typeName} to JSON: lowerCamelCase of path name "${p}" is irreversible`);
    }
    return protoCamelCase(p);
  }).join(",");
}
function structToJson(val) {
  const json2 = {};
  const keys = Object.keys(val.fields);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    setOwn(json2, key, valueToJson(val.fields[key]));
  }
  return json2;
}
function valueToJson(val) {
  switch (val.kind.case) {
    case "nullValue":
      return null;
    case "numberValue":
      if (!Number.isFinite(val.kind.value)) {
        throw new Error(`${val.$typeName} cannot be NaN or Infinity`);
      }
      return val.kind.value;
    case "boolValue":
      return val.kind.value;
    case "stringValue":
      return val.kind.value;
    case "structValue":
      return structToJson(val.kind.value);
    case "listValue":
      return listValueToJson(val.kind.value);
    default:
      throw new Error(`${val.$typeName} must have a value`);
  }
}
function listValueToJson(val) {
  return val.values.map(valueToJson);
}
function timestampToJson(val) {
  const ms = Number(val.seconds) * 1e3;
  if (ms < timestampMsMin || ms > timestampMsMax) {
    throw new Error(`cannot encode message ${val.$typeName} to JSON: must be from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z inclusive`);
  }
  if (val.nanos < 0) {
    throw new Error(`cannot encode message ${val.$typeName} to JSON: nanos must not be negative`);
  }
  if (val.nanos > 999999999) {
    throw new Error(`cannot encode message ${val.$typeName} to JSON: nanos must not be greater than 999999999`);
  }
  let z = "Z";
  if (val.nanos > 0) {
    const nanosStr = (val.nanos + 1e9).toString().substring(1);
    if (nanosStr.substring(3) === "000000") {
      z = "." + nanosStr.substring(0, 3) + "Z";
    } else if (nanosStr.substring(6) === "000") {
      z = "." + nanosStr.substring(0, 6) + "Z";
    } else {
      z = "." + nanosStr + "Z";
    }
  }
  return new Date(ms).toISOString().replace(".000Z", z);
}

// node_modules/@bufbuild/protobuf/dist/esm/from-json.js
var IMPLICIT6 = 2;
function makeReadContext2(options) {
  return Object.assign(Object.assign({ ignoreUnknownFields: false, recursionLimit: 100 }, options), { depth: 0 });
}
function fromJson(schema, json2, options) {
  const message = create(schema);
  readMessage(schema, message, json2, options);
  return message;
}
function readMessage(schema, message, json2, options) {
  try {
    compiledReader2(schema)(message, json2, makeReadContext2(options));
  } catch (e) {
    if (isFieldError(e)) {
      throw new Error(`cannot decode ${e.field()} from JSON: ${e.message}`, {
        cause: e
      });
    }
    throw e;
  }
}
var compiledReaders2 = /* @__PURE__ */ new WeakMap();
function compiledReader2(desc) {
  let compiled = compiledReaders2.get(desc);
  if (compiled === void 0) {
    compiled = compileMessage4(desc);
  }
  return compiled;
}
function compileMessage4(desc) {
  const descString = String(desc);
  const readWkt = compileWkt2(desc);
  if (readWkt !== void 0) {
    const compiled2 = (message, json2, ctx) => {
      if (++ctx.depth > ctx.recursionLimit) {
        throw new Error(`cannot decode ${descString} from JSON: maximum recursion depth of ${ctx.recursionLimit} reached`);
      }
      readWkt(message, json2, ctx);
      ctx.depth--;
    };
    compiledReaders2.set(desc, compiled2);
    return compiled2;
  }
  const typeName = desc.typeName;
  const fieldsByJsonKey = /* @__PURE__ */ new Map();
  const compiled = (message, json2, ctx) => {
    var _a;
    if (++ctx.depth > ctx.recursionLimit) {
      throw new Error(`cannot decode ${descString} from JSON: maximum recursion depth of ${ctx.recursionLimit} reached`);
    }
    if (json2 == null || Array.isArray(json2) || typeof json2 != "object") {
      throw new Error(`cannot decode ${descString} from JSON: ${formatVal(json2)}`);
    }
    const oneofSeen = /* @__PURE__ */ new Map();
    const fieldSeen = /* @__PURE__ */ new Set();
    const jsonKeys = Object.keys(json2);
    for (let i = 0; i < jsonKeys.length; i++) {
      const jsonKey = jsonKeys[i];
      const jsonValue = json2[jsonKey];
      const entry = fieldsByJsonKey.get(jsonKey);
      if (entry !== void 0) {
        const field2 = entry.field;
        if (fieldSeen.has(field2)) {
          throw new FieldError(field2, "set multiple times");
        }
        fieldSeen.add(field2);
        if (entry.oneofScalarNullSkip && jsonValue === null) {
          continue;
        }
        if (entry.oneof) {
          const seen = oneofSeen.get(entry.oneof);
          if (seen !== void 0) {
            throw new FieldError(entry.oneof, `oneof set multiple times by ${seen.name} and ${field2.name}`);
          }
          oneofSeen.set(entry.oneof, field2);
        }
        entry.read(message, jsonValue, ctx);
      } else {
        const extension = jsonKey.startsWith("[") && jsonKey.endsWith("]") ? (_a = ctx.registry) === null || _a === void 0 ? void 0 : _a.getExtension(jsonKey.substring(1, jsonKey.length - 1)) : void 0;
        if ((extension === null || extension === void 0 ? void 0 : extension.extendee.typeName) == typeName) {
          const [container2, field2, get] = createExtensionContainer(extension);
          compileFieldReader2(field2)(container2[unsafeLocal], jsonValue, ctx);
          setExtension(message, extension, get());
        }
        if (extension === void 0 && !ctx.ignoreUnknownFields) {
          throw new Error(`cannot decode ${descString} from JSON: key "${jsonKey}" is unknown`);
        }
      }
    }
    ctx.depth--;
  };
  compiledReaders2.set(desc, compiled);
  for (const field2 of desc.fields) {
    const entry = {
      read: compileFieldReader2(field2),
      field: field2,
      oneof: field2.oneof,
      oneofScalarNullSkip: field2.oneof !== void 0 && field2.fieldKind == "scalar"
    };
    fieldsByJsonKey.set(field2.name, entry).set(field2.jsonName, entry);
  }
  return compiled;
}
function compileWkt2(desc) {
  if (!desc.typeName.startsWith("google.protobuf.")) {
    return void 0;
  }
  switch (desc.typeName) {
    case "google.protobuf.Any":
      return (message, json2, ctx) => anyFromJson(message, json2, ctx);
    case "google.protobuf.Timestamp":
      return (message, json2) => timestampFromJson(message, json2);
    case "google.protobuf.Duration":
      return (message, json2) => durationFromJson(message, json2);
    case "google.protobuf.FieldMask":
      return (message, json2) => fieldMaskFromJson(message, json2);
    case "google.protobuf.Struct":
      return (message, json2, ctx) => structFromJson(message, json2, ctx);
    case "google.protobuf.Value":
      return (message, json2, ctx) => valueFromJson(message, json2, ctx);
    case "google.protobuf.ListValue":
      return (message, json2, ctx) => listValueFromJson(message, json2, ctx);
    default:
      if (isWrapperDesc(desc)) {
        const valueField = desc.fields[0];
        const localName = valueField.localName;
        const scalar = valueField.scalar;
        const longAsString = valueField.longAsString;
        const readScalar = compileScalarConverter(valueField);
        return (message, json2) => {
          if (json2 === null) {
            message[localName] = scalarZeroValue(scalar, longAsString);
          } else {
            message[localName] = readScalar(json2);
          }
        };
      }
      return void 0;
  }
}
function compileFieldReader2(field2) {
  switch (field2.fieldKind) {
    case "scalar":
      return compileScalarFieldReader2(field2);
    case "enum":
      return compileEnumFieldReader2(field2);
    case "message":
      return compileMessageFieldReader2(field2);
    case "list":
      return compileListFieldReader2(field2);
    case "map":
      return compileMapFieldReader2(field2);
  }
}
function compileScalarFieldReader2(field2) {
  const readScalar = compileScalarConverter(field2);
  const localName = field2.localName;
  if (field2.oneof) {
    const oneofLocalName = field2.oneof.localName;
    return (message, json2) => {
      message[oneofLocalName] = {
        case: localName,
        value: readScalar(json2)
      };
    };
  }
  const clear = compileClear(field2);
  return (message, json2) => {
    if (json2 === null) {
      clear(message);
    } else {
      message[localName] = readScalar(json2);
    }
  };
}
function compileClear(field2) {
  const localName = field2.localName;
  if (field2.presence != IMPLICIT6) {
    return (message) => {
      delete message[localName];
    };
  }
  if (field2.fieldKind == "enum") {
    const zero = field2.enum.values[0].number;
    return (message) => {
      message[localName] = zero;
    };
  }
  const scalar = field2.scalar;
  const longAsString = field2.longAsString;
  return (message) => {
    message[localName] = scalarZeroValue(scalar, longAsString);
  };
}
function compileEnumFieldReader2(field2) {
  const readEnumValue2 = compileEnumConverter(field2.enum);
  const checkEnum = compileEnumCheck(field2.enum);
  const localName = field2.localName;
  const nullResets = field2.enum.typeName != "google.protobuf.NullValue";
  if (field2.oneof) {
    const oneofLocalName = field2.oneof.localName;
    return (message, json2, ctx) => {
      if (json2 === null && nullResets) {
        const oneof = message[oneofLocalName];
        if (oneof.case === localName) {
          message[oneofLocalName] = { case: void 0 };
        }
        return;
      }
      const value = readEnumValue2(json2, ctx.ignoreUnknownFields);
      if (value === tokenIgnoredUnknownEnum) {
        return;
      }
      const check2 = checkEnum(value);
      if (check2 !== true) {
        throw new FieldError(field2, reasonSingular(field2, value, check2));
      }
      message[oneofLocalName] = { case: localName, value };
    };
  }
  const clear = compileClear(field2);
  return (message, json2, ctx) => {
    if (json2 === null && nullResets) {
      clear(message);
      return;
    }
    const value = readEnumValue2(json2, ctx.ignoreUnknownFields);
    if (value === tokenIgnoredUnknownEnum) {
      return;
    }
    const check2 = checkEnum(value);
    if (check2 !== true) {
      throw new FieldError(field2, reasonSingular(field2, value, check2));
    }
    message[localName] = value;
  };
}
function compileMessageFieldReader2(field2) {
  const localName = field2.localName;
  const { toMessage, toLocal } = localMessageMapper(field2);
  const readChild = compiledReader2(field2.message);
  const nullResets = field2.message.typeName != "google.protobuf.Value";
  if (field2.oneof) {
    const oneofLocalName = field2.oneof.localName;
    return (message, json2, ctx) => {
      const oneof = message[oneofLocalName];
      if (json2 === null && nullResets) {
        if (oneof.case === localName) {
          message[oneofLocalName] = { case: void 0 };
        }
        return;
      }
      const child = toMessage(oneof.case === localName ? oneof.value : void 0);
      readChild(child, json2, ctx);
      message[oneofLocalName] = { case: localName, value: toLocal(child) };
    };
  }
  return (message, json2, ctx) => {
    if (json2 === null && nullResets) {
      delete message[localName];
      return;
    }
    const child = toMessage(message[localName]);
    readChild(child, json2, ctx);
    message[localName] = toLocal(child);
  };
}
function compileListFieldReader2(field2) {
  const localName = field2.localName;
  const readItem = compileListItemReader(field2);
  return (message, json2, ctx) => {
    if (json2 === null) {
      return;
    }
    if (!Array.isArray(json2)) {
      throw new FieldError(field2, "expected Array, got " + formatVal(json2));
    }
    const items = message[localName];
    for (let i = 0; i < json2.length; i++) {
      const value = readItem(json2[i], ctx, items.length);
      if (value !== tokenIgnoredUnknownEnum) {
        items.push(value);
      }
    }
  };
}
function compileListItemReader(field2) {
  switch (field2.listKind) {
    case "scalar": {
      const parseScalar = compileScalarParse(field2);
      const checkValue2 = checkScalarValue(field2.scalar);
      const toLocal = compileScalarToLocal(field2);
      return (json2, ctx, index) => {
        if (json2 === null) {
          throw new FieldError(field2, "list item must not be null");
        }
        const value = parseScalar(json2);
        const check2 = checkValue2(value);
        if (check2 !== true) {
          throw new FieldError(field2, `list item #${index + 1}: ${reasonSingular(field2, value, check2)}`);
        }
        return toLocal(value);
      };
    }
    case "enum": {
      const readEnumValue2 = compileEnumConverter(field2.enum);
      const checkEnum = compileEnumCheck(field2.enum);
      const nullResets = field2.enum.typeName != "google.protobuf.NullValue";
      return (json2, ctx, index) => {
        if (json2 === null && nullResets) {
          throw new FieldError(field2, "list item must not be null");
        }
        const value = readEnumValue2(json2, ctx.ignoreUnknownFields);
        if (value === tokenIgnoredUnknownEnum) {
          return value;
        }
        const check2 = checkEnum(value);
        if (check2 !== true) {
          throw new FieldError(field2, `list item #${index + 1}: ${reasonSingular(field2, value, check2)}`);
        }
        return value;
      };
    }
    case "message": {
      const { toMessage, toLocal } = localMessageMapper(field2);
      const readChild = compiledReader2(field2.message);
      const nullResets = field2.message.typeName != "google.protobuf.Value";
      return (json2, ctx) => {
        if (json2 === null && nullResets) {
          throw new FieldError(field2, "list item must not be null");
        }
        const child = toMessage(void 0);
        readChild(child, json2, ctx);
        return toLocal(child);
      };
    }
  }
}
function compileMapFieldReader2(field2) {
  const localName = field2.localName;
  const mapKey = field2.mapKey;
  const parseMapKey = compileMapKeyParse(mapKey);
  const checkMapKey = checkScalarValue(mapKey);
  let parseValue;
  let checkValue2;
  let toLocalValue = (value) => value;
  let nullResets = true;
  switch (field2.mapKind) {
    case "scalar": {
      parseValue = compileScalarParse(field2);
      checkValue2 = checkScalarValue(field2.scalar);
      toLocalValue = compileScalarToLocal(field2);
      break;
    }
    case "enum": {
      const readEnumValue2 = compileEnumConverter(field2.enum);
      parseValue = (json2, ctx) => readEnumValue2(json2, ctx.ignoreUnknownFields);
      checkValue2 = compileEnumCheck(field2.enum);
      nullResets = field2.enum.typeName != "google.protobuf.NullValue";
      break;
    }
    case "message": {
      const { toMessage, toLocal } = localMessageMapper(field2);
      const readChild = compiledReader2(field2.message);
      nullResets = field2.message.typeName != "google.protobuf.Value";
      parseValue = (json2, ctx) => {
        const child = toMessage(void 0);
        readChild(child, json2, ctx);
        return toLocal(child);
      };
      break;
    }
  }
  return (message, json2, ctx) => {
    if (json2 === null) {
      return;
    }
    if (typeof json2 != "object" || Array.isArray(json2)) {
      throw new FieldError(field2, "expected object, got " + formatVal(json2));
    }
    const record = message[localName];
    const seen = /* @__PURE__ */ new Set();
    const jsonMapKeys = Object.keys(json2);
    for (let i = 0; i < jsonMapKeys.length; i++) {
      const jsonMapKey = jsonMapKeys[i];
      const jsonMapValue = json2[jsonMapKey];
      const key = parseMapKey(jsonMapKey);
      if (seen.has(key)) {
        throw new FieldError(field2, `duplicate map key "${jsonMapKey}"`);
      }
      seen.add(key);
      if (jsonMapValue === null && nullResets) {
        throw new FieldError(field2, "map value must not be null");
      }
      const value = parseValue(jsonMapValue, ctx);
      if (value === tokenIgnoredUnknownEnum) {
        continue;
      }
      const checkKey = checkMapKey(key);
      if (checkKey !== true) {
        throw new FieldError(field2, `invalid map key: ${reasonSingular({ scalar: mapKey }, key, checkKey)}`);
      }
      if (checkValue2 !== void 0) {
        const check2 = checkValue2(value);
        if (check2 !== true) {
          throw new FieldError(field2, `map entry ${formatVal(key)}: ${reasonSingular(field2, value, check2)}`);
        }
      }
      setOwn(record, key, toLocalValue(value));
    }
  };
}
var tokenIgnoredUnknownEnum = /* @__PURE__ */ Symbol();
function compileEnumConverter(desc) {
  const zero = desc.values[0].number;
  const numbers = /* @__PURE__ */ new Map();
  for (const value of desc.values) {
    numbers.set(value.jsonName, value.number);
  }
  for (const value of desc.values) {
    numbers.set(value.name, value.number);
  }
  return (json2, ignoreUnknownFields) => {
    if (json2 === null) {
      return zero;
    }
    switch (typeof json2) {
      case "number":
        if (Number.isInteger(json2)) {
          return json2;
        }
        break;
      case "string": {
        const number2 = numbers.get(json2);
        if (number2 !== void 0) {
          return number2;
        }
        if (ignoreUnknownFields) {
          return tokenIgnoredUnknownEnum;
        }
        break;
      }
    }
    throw new Error(`cannot decode ${desc} from JSON: ${formatVal(json2)}`);
  };
}
function compileEnumCheck(desc) {
  if (desc.open) {
    return checkScalarValue(ScalarType.INT32);
  }
  const values = desc.values;
  return (value) => values.some((v) => v.number === value);
}
function compileScalarConverter(field2) {
  const parseScalar = compileScalarParse(field2);
  const checkValue2 = checkScalarValue(field2.scalar);
  const toLocal = compileScalarToLocal(field2);
  return (json2) => {
    const value = parseScalar(json2);
    const check2 = checkValue2(value);
    if (check2 !== true) {
      throw new FieldError(field2, reasonSingular(field2, value, check2));
    }
    return toLocal(value);
  };
}
function compileScalarParse(field2) {
  switch (field2.scalar) {
    // float, double: JSON value will be a number or one of the special string values "NaN", "Infinity", and "-Infinity".
    // Either numbers or strings are accepted. Exponent notation is also accepted.
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return (json2) => {
        if (json2 === "NaN")
          return NaN;
        if (json2 === "Infinity")
          return Number.POSITIVE_INFINITY;
        if (json2 === "-Infinity")
          return Number.NEGATIVE_INFINITY;
        if (typeof json2 == "number") {
          if (Number.isNaN(json2)) {
            throw new FieldError(field2, "unexpected NaN number");
          }
          if (!Number.isFinite(json2)) {
            throw new FieldError(field2, "unexpected infinite number");
          }
          return json2;
        }
        if (typeof json2 == "string") {
          if (json2 === "") {
            return json2;
          }
          if (json2.trim().length !== json2.length) {
            return json2;
          }
          const float = Number(json2);
          if (!Number.isFinite(float)) {
            return json2;
          }
          return float;
        }
        return json2;
      };
    // int32, fixed32, uint32: JSON value will be a decimal number. Either numbers or strings are accepted.
    case ScalarType.INT32:
    case ScalarType.FIXED32:
    case ScalarType.SFIXED32:
    case ScalarType.SINT32:
    case ScalarType.UINT32:
      return int32FromJson;
    // bytes: JSON value will be the data encoded as a string using standard base64 encoding with paddings.
    // Either standard or URL-safe base64 encoding with/without paddings are accepted.
    case ScalarType.BYTES:
      return (json2) => {
        if (typeof json2 == "string") {
          if (json2 === "") {
            return new Uint8Array(0);
          }
          try {
            return base64Decode(json2);
          } catch (e) {
            const message = e instanceof Error ? e.message : String(e);
            throw new FieldError(field2, message);
          }
        }
        return json2;
      };
    // int64, sfixed64, sint64, fixed64, uint64: The validation step accepts
    // string and number. string, bool: no conversion.
    default:
      return (json2) => json2;
  }
}
function compileScalarToLocal(field2) {
  const longAsString = field2.fieldKind !== "map" && field2.longAsString;
  switch (field2.scalar) {
    case ScalarType.INT64:
    case ScalarType.SFIXED64:
    case ScalarType.SINT64:
      if (longAsString) {
        return (value) => String(value);
      }
      return (value) => typeof value == "string" || typeof value == "number" ? protoInt64.parse(value) : value;
    case ScalarType.FIXED64:
    case ScalarType.UINT64:
      if (longAsString) {
        return (value) => String(value);
      }
      return (value) => typeof value == "string" || typeof value == "number" ? protoInt64.uParse(value) : value;
    default:
      return (value) => value;
  }
}
function compileMapKeyParse(type) {
  switch (type) {
    case ScalarType.BOOL:
      return (jsonString) => {
        switch (jsonString) {
          case "true":
            return true;
          case "false":
            return false;
        }
        return jsonString;
      };
    case ScalarType.INT32:
    case ScalarType.FIXED32:
    case ScalarType.UINT32:
    case ScalarType.SFIXED32:
    case ScalarType.SINT32:
      return int32FromJson;
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return (jsonString) => /^-?0+$/.test(jsonString) ? "0" : jsonString.replace(/^(-?)0+(?=\d)/, "$1");
    default:
      return (jsonString) => jsonString;
  }
}
function int32FromJson(json2) {
  if (typeof json2 == "string") {
    if (json2 === "") {
      return json2;
    }
    if (json2.trim().length !== json2.length) {
      return json2;
    }
    const num = Number(json2);
    if (Number.isNaN(num)) {
      return json2;
    }
    return num;
  }
  return json2;
}
function anyFromJson(any, json2, ctx) {
  var _a;
  if (json2 === null || Array.isArray(json2) || typeof json2 != "object") {
    throw new Error(`cannot decode message ${any.$typeName} from JSON: expected object but got ${formatVal(json2)}`);
  }
  if (Object.keys(json2).length == 0) {
    return;
  }
  const typeUrl = json2["@type"];
  if (typeof typeUrl != "string" || typeUrl == "") {
    throw new Error(`cannot decode message ${any.$typeName} from JSON: "@type" is empty`);
  }
  const typeName = typeUrl.includes("/") ? typeUrl.substring(typeUrl.lastIndexOf("/") + 1) : typeUrl;
  if (!typeName.length) {
    throw new Error(`cannot decode message ${any.$typeName} from JSON: "@type" is invalid`);
  }
  const desc = (_a = ctx.registry) === null || _a === void 0 ? void 0 : _a.getMessage(typeName);
  if (!desc) {
    throw new Error(`cannot decode message ${any.$typeName} from JSON: ${typeUrl} is not in the type registry`);
  }
  const message = create(desc);
  if (hasCustomJsonRepresentation(desc) && Object.prototype.hasOwnProperty.call(json2, "value")) {
    compiledReader2(desc)(message, json2.value, ctx);
  } else {
    const copy = {};
    for (const key of Object.keys(json2)) {
      if (key !== "@type") {
        setOwn(copy, key, json2[key]);
      }
    }
    compiledReader2(desc)(message, copy, ctx);
  }
  anyPack(desc, message, any);
}
function timestampFromJson(timestamp, json2) {
  if (typeof json2 !== "string") {
    throw new Error(`cannot decode message ${timestamp.$typeName} from JSON: ${formatVal(json2)}`);
  }
  const matches = json2.match(/^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?(?:Z|([+-][0-9][0-9]:[0-9][0-9]))$/);
  if (!matches) {
    throw new Error(`cannot decode message ${timestamp.$typeName} from JSON: invalid RFC 3339 string`);
  }
  const ms = Date.parse(
    // biome-ignore format: want this to read well
    matches[1] + "-" + matches[2] + "-" + matches[3] + "T" + matches[4] + ":" + matches[5] + ":" + matches[6] + (matches[8] ? matches[8] : "Z")
  );
  if (Number.isNaN(ms)) {
    throw new Error(`cannot decode message ${timestamp.$typeName} from JSON: invalid RFC 3339 string`);
  }
  if (ms < timestampMsMin || ms > timestampMsMax) {
    throw new Error(`cannot decode message ${timestamp.$typeName} from JSON: must be from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z inclusive`);
  }
  timestamp.seconds = protoInt64.parse(ms / 1e3);
  timestamp.nanos = 0;
  if (matches[7]) {
    timestamp.nanos = parseInt("1" + matches[7] + "0".repeat(9 - matches[7].length)) - 1e9;
  }
}
function durationFromJson(duration, json2) {
  if (typeof json2 !== "string") {
    throw new Error(`cannot decode message ${duration.$typeName} from JSON: ${formatVal(json2)}`);
  }
  const match = json2.match(/^(-?[0-9]+)(?:\.([0-9]+))?s/);
  if (match === null) {
    throw new Error(`cannot decode message ${duration.$typeName} from JSON: ${formatVal(json2)}`);
  }
  const longSeconds = Number(match[1]);
  if (longSeconds > durationSecondsMax || longSeconds < durationSecondsMin) {
    throw new Error(`cannot decode message ${duration.$typeName} from JSON: ${formatVal(json2)}`);
  }
  duration.seconds = protoInt64.parse(longSeconds);
  if (typeof match[2] !== "string") {
    return;
  }
  const nanosStr = match[2] + "0".repeat(9 - match[2].length);
  duration.nanos = parseInt(nanosStr);
  if (longSeconds < 0 || Object.is(longSeconds, -0)) {
    duration.nanos = -duration.nanos;
  }
}
function fieldMaskFromJson(fieldMask, json2) {
  if (typeof json2 !== "string") {
    throw new Error(`cannot decode message ${fieldMask.$typeName} from JSON: ${formatVal(json2)}`);
  }
  if (json2 === "") {
    return;
  }
  fieldMask.paths = json2.split(",").map((path30) => {
    if (path30.includes("_")) {
      throw new Error(`cannot decode message ${fieldMask.$typeName} from JSON: path names must be lowerCamelCase`);
    }
    return protoSnakeCase(path30);
  });
}
function structFromJson(struct, json2, ctx) {
  if (typeof json2 != "object" || json2 == null || Array.isArray(json2)) {
    throw new Error(`cannot decode message ${struct.$typeName} from JSON ${formatVal(json2)}`);
  }
  const keys = Object.keys(json2);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const parsedValue = create(ValueSchema);
    valueFromJson(parsedValue, json2[key], ctx);
    setOwn(struct.fields, key, parsedValue);
  }
}
function valueFromJson(value, json2, ctx) {
  if (++ctx.depth > ctx.recursionLimit) {
    throw new Error(`cannot decode ${value.$typeName} from JSON: maximum recursion depth of ${ctx.recursionLimit} reached`);
  }
  switch (typeof json2) {
    case "number":
      value.kind = { case: "numberValue", value: json2 };
      break;
    case "string":
      value.kind = { case: "stringValue", value: json2 };
      break;
    case "boolean":
      value.kind = { case: "boolValue", value: json2 };
      break;
    case "object":
      if (json2 === null) {
        value.kind = { case: "nullValue", value: NullValue.NULL_VALUE };
      } else if (Array.isArray(json2)) {
        const listValue = create(ListValueSchema);
        listValueFromJson(listValue, json2, ctx);
        value.kind = { case: "listValue", value: listValue };
      } else {
        const struct = create(StructSchema);
        structFromJson(struct, json2, ctx);
        value.kind = { case: "structValue", value: struct };
      }
      break;
    default:
      throw new Error(`cannot decode message ${value.$typeName} from JSON ${formatVal(json2)}`);
  }
  ctx.depth--;
  return value;
}
function listValueFromJson(listValue, json2, ctx) {
  if (!Array.isArray(json2)) {
    throw new Error(`cannot decode message ${listValue.$typeName} from JSON ${formatVal(json2)}`);
  }
  for (let i = 0; i < json2.length; i++) {
    const value = create(ValueSchema);
    valueFromJson(value, json2[i], ctx);
    listValue.values.push(value);
  }
}

// node_modules/@bufbuild/protobuf/dist/esm/merge.js
function merge(schema, target, source) {
  reflectMerge(reflect(schema, target), reflect(schema, source));
}
function reflectMerge(target, source) {
  var _a;
  var _b;
  const sourceUnknown = source.message.$unknown;
  if (sourceUnknown !== void 0 && sourceUnknown.length > 0) {
    (_a = (_b = target.message).$unknown) !== null && _a !== void 0 ? _a : _b.$unknown = [];
    target.message.$unknown.push(...sourceUnknown);
  }
  for (const f of target.fields) {
    if (!source.isSet(f)) {
      continue;
    }
    switch (f.fieldKind) {
      case "scalar":
      case "enum":
        target.set(f, source.get(f));
        break;
      case "message":
        if (target.isSet(f)) {
          reflectMerge(target.get(f), source.get(f));
        } else {
          target.set(f, source.get(f));
        }
        break;
      case "list":
        const list2 = target.get(f);
        for (const e of source.get(f)) {
          list2.add(e);
        }
        break;
      case "map":
        const map2 = target.get(f);
        for (const [k, v] of source.get(f)) {
          map2.set(k, v);
        }
        break;
    }
  }
}

// lib/model-config/schema/descriptor.ts
var PACKAGE = "inference";
var ENUM_TYPE = 14;
var MESSAGE_TYPE = 11;
var OPTIONAL = 1;
var REPEATED = 3;
var SCALAR_TYPES = {
  double: 1,
  float: 2,
  int64: 3,
  uint64: 4,
  int32: 5,
  bool: 8,
  string: 9,
  uint32: 13
};
var descriptor;
function modelConfigDescriptor() {
  descriptor ??= buildDescriptor();
  return descriptor;
}
function buildDescriptor() {
  const file = create(FileDescriptorProtoSchema, {
    name: "model_config.proto",
    package: PACKAGE,
    syntax: "proto3",
    enumType: enumsIn(""),
    messageType: messagesIn("")
  });
  const message = createFileRegistry(file, () => void 0).getMessage(`${PACKAGE}.ModelConfig`);
  if (!message) {
    throw new Error("the schema has no message ModelConfig");
  }
  return message;
}
function namesIn(scope, names2) {
  return names2.map((full) => ({ full, lastDot: full.lastIndexOf(".") })).filter(({ full, lastDot }) => full.slice(0, Math.max(lastDot, 0)) === scope).map(({ full, lastDot }) => ({ full, local: full.slice(lastDot + 1) }));
}
function enumsIn(scope) {
  return namesIn(scope, Object.keys(enums)).map(({ full, local }) => ({
    name: local,
    value: enums[full].values.map((name, number2) => ({ name, number: number2 }))
  }));
}
function messagesIn(scope) {
  return namesIn(scope, Object.keys(messages)).map(({ full, local }) => {
    const fields2 = Object.entries(messages[full]);
    const oneofs = [...new Set(fields2.flatMap(([, field2]) => field2.oneof ?? []))];
    return {
      name: local,
      enumType: enumsIn(full),
      nestedType: [...messagesIn(full), ...fields2.filter(([, field2]) => field2.label === "map").map(mapEntry)],
      oneofDecl: oneofs.map((name) => ({ name })),
      field: fields2.map(([name, field2]) => ({
        name,
        number: field2.tag,
        label: field2.label === "singular" ? OPTIONAL : REPEATED,
        ...field2.label === "map" ? { type: MESSAGE_TYPE, typeName: `.${PACKAGE}.${full}.${mapEntryName(name)}` } : typeOf(field2.type),
        ...field2.oneof ? { oneofIndex: oneofs.indexOf(field2.oneof) } : {}
      }))
    };
  });
}
function mapEntry([name, field2]) {
  return {
    name: mapEntryName(name),
    options: { mapEntry: true },
    field: [
      { name: "key", number: 1, label: OPTIONAL, ...typeOf(field2.key ?? "string") },
      { name: "value", number: 2, label: OPTIONAL, ...typeOf(field2.type) }
    ]
  };
}
function mapEntryName(field2) {
  const words2 = field2.split("_").map((word) => word[0].toUpperCase() + word.slice(1));
  return `${words2.join("")}Entry`;
}
function typeOf(name) {
  const scalar = SCALAR_TYPES[name];
  if (scalar !== void 0) {
    return { type: scalar };
  }
  return { type: name in enums ? ENUM_TYPE : MESSAGE_TYPE, typeName: `.${PACKAGE}.${name}` };
}

// lib/model-config/schema/document.ts
function documentOf(message) {
  return convertMessage(modelConfigDescriptor(), message);
}
function convertMessage(descriptor2, message) {
  const result = {};
  for (const field2 of descriptor2.fields) {
    result[field2.name] = convertField(field2, valueOf(field2, message));
  }
  return result;
}
function valueOf(field2, message) {
  if (!field2.oneof) {
    return message[field2.localName];
  }
  const selectedField = message[field2.oneof.localName];
  return selectedField.case === field2.localName ? selectedField.value : void 0;
}
function convertField(field2, value) {
  if (value === void 0) {
    return void 0;
  }
  if (field2.fieldKind === "list") {
    return value.map((element) => convertElement(field2, element));
  }
  if (field2.fieldKind === "map") {
    return new Map(Object.entries(value).map(([key, element]) => [key, convertElement(field2, element)]));
  }
  return convertElement(field2, value);
}
function convertElement(field2, value) {
  if (field2.message) {
    return convertMessage(field2.message, value);
  }
  return field2.enum ? field2.enum.value[value]?.name ?? String(value) : value;
}

// lib/model-config/text/json.ts
function messageToJson(message) {
  const json2 = toJson(modelConfigDescriptor(), message, { useProtoFieldName: true });
  return shortenFloats(json2, false);
}
function jsonToMessage(json2) {
  try {
    return fromJson(modelConfigDescriptor(), json2);
  } catch (error2) {
    const message = error2 instanceof Error ? error2.message : String(error2);
    throw new Error(message.replace(/inference\./g, "").replace(" from JSON", ""));
  }
}
var floatFieldNames = new Set(
  Object.values(messages).flatMap(
    (fields2) => Object.entries(fields2).flatMap(([name, { type }]) => type === "float" ? name : [])
  )
);
function shortenFloats(value, isFloat) {
  if (typeof value === "number") {
    return isFloat ? shortenFloat(value) : value;
  }
  if (Array.isArray(value)) {
    return value.map((element) => shortenFloats(element, isFloat));
  }
  if (value === null || typeof value !== "object") {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, field2]) => [key, shortenFloats(field2, floatFieldNames.has(key))])
  );
}
function shortenFloat(float) {
  for (let digits = 1; digits <= 8; digits++) {
    const candidate = Number(float.toPrecision(digits));
    if (Math.fround(candidate) === float) {
      return candidate;
    }
  }
  return Number(float.toPrecision(9));
}

// node_modules/@bufbuild/protobuf/dist/esm/txtpb/is-group-like.js
function isGroupLike(field2) {
  if (field2.message === void 0 || !field2.delimitedEncoding) {
    return false;
  }
  if (field2.message.name.toLowerCase() !== field2.name) {
    return false;
  }
  if (field2.message.file !== field2.parent.file) {
    return false;
  }
  return field2.message.parent === field2.parent;
}

// node_modules/@bufbuild/protobuf/dist/esm/txtpb/writer.js
var indentUnit = "  ";
var Writer = class {
  constructor() {
    this.chunks = [];
    this.depth = 0;
  }
  /**
   * Write a scalar field: `<indent>name: value` followed by a newline.
   */
  scalar(name, value) {
    this.chunks.push(this.indent() + name + ": " + value + "\n");
  }
  /**
   * Write an empty message field: `<indent>name: {}` followed by a newline.
   */
  emptyMessage(name) {
    this.chunks.push(this.indent() + name + ": {}\n");
  }
  /**
   * Open a message field: `<indent>name: {` followed by a newline, then indent
   * the body. Close it with end().
   */
  openMessage(name) {
    this.chunks.push(this.indent() + name + ": {\n");
    this.depth++;
  }
  /**
   * Close a message opened with openMessage(): outdent and write `<indent>}`
   * followed by a newline.
   */
  end() {
    this.depth--;
    this.chunks.push(this.indent() + "}\n");
  }
  /**
   * Capture the current output position so it can be rolled back with reset().
   */
  mark() {
    return { size: this.chunks.length, depth: this.depth };
  }
  /**
   * Roll back to a position captured with mark().
   */
  reset(mark) {
    this.chunks.length = mark.size;
    this.depth = mark.depth;
  }
  /**
   * The number of lines written since the given mark.
   */
  writesSince(mark) {
    return this.chunks.length - mark.size;
  }
  toString() {
    return this.chunks.join("");
  }
  indent() {
    return indentUnit.repeat(this.depth);
  }
};
function quoteString(value) {
  var _a;
  let out = '"';
  for (const ch of value) {
    out += (_a = escapeCodePoint(ch.codePointAt(0))) !== null && _a !== void 0 ? _a : ch;
  }
  return out + '"';
}
function quoteBytes(value) {
  var _a;
  let out = '"';
  for (let i = 0; i < value.length; ) {
    const rune = decodeUtf8(value, i);
    if (rune === void 0) {
      out += "\\x" + hex2(value[i]);
      i++;
      continue;
    }
    out += (_a = escapeCodePoint(rune.code)) !== null && _a !== void 0 ? _a : String.fromCodePoint(rune.code);
    i += rune.size;
  }
  return out + '"';
}
function escapeCodePoint(code) {
  switch (code) {
    case 92:
      return "\\\\";
    case 34:
      return '\\"';
    case 10:
      return "\\n";
    case 13:
      return "\\r";
    case 9:
      return "\\t";
  }
  if (code < 32 || code === 127) {
    return "\\x" + hex2(code);
  }
  if (code >= 128 && code <= 159) {
    return "\\u" + code.toString(16).padStart(4, "0");
  }
  return void 0;
}
function decodeUtf8(bytes, offset) {
  const b0 = bytes[offset];
  if (b0 < 128) {
    return { code: b0, size: 1 };
  }
  if (b0 < 192) {
    return void 0;
  }
  if (b0 < 224) {
    const b1 = bytes[offset + 1];
    if (!isContinuation(b1)) {
      return void 0;
    }
    const code = (b0 & 31) << 6 | b1 & 63;
    return code < 128 ? void 0 : { code, size: 2 };
  }
  if (b0 < 240) {
    const b1 = bytes[offset + 1];
    const b2 = bytes[offset + 2];
    if (!isContinuation(b1) || !isContinuation(b2)) {
      return void 0;
    }
    const code = (b0 & 15) << 12 | (b1 & 63) << 6 | b2 & 63;
    if (code < 2048 || code >= 55296 && code <= 57343) {
      return void 0;
    }
    return { code, size: 3 };
  }
  if (b0 < 248) {
    const b1 = bytes[offset + 1];
    const b2 = bytes[offset + 2];
    const b3 = bytes[offset + 3];
    if (!isContinuation(b1) || !isContinuation(b2) || !isContinuation(b3)) {
      return void 0;
    }
    const code = (b0 & 7) << 18 | (b1 & 63) << 12 | (b2 & 63) << 6 | b3 & 63;
    if (code < 65536 || code > 1114111) {
      return void 0;
    }
    return { code, size: 4 };
  }
  return void 0;
}
function isContinuation(byte) {
  return byte !== void 0 && (byte & 192) === 128;
}
function hex2(value) {
  return value.toString(16).padStart(2, "0");
}

// node_modules/@bufbuild/protobuf/dist/esm/txtpb/to-text.js
var textWriteDefaults = {
  printUnknownFields: false
};
function makeWriteOptions3(options) {
  return options ? Object.assign(Object.assign({}, textWriteDefaults), options) : textWriteDefaults;
}
var unknownFieldDepthLimit = 100;
function toText(schema, message, options) {
  if (!protoInt64.supported) {
    throw new Error("the protobuf text format requires BigInt, which is unavailable in this environment");
  }
  const writer = new Writer();
  writeMessage(writer, reflect(schema, message), makeWriteOptions3(options));
  return writer.toString();
}
function writeMessage(writer, msg, opts) {
  var _a;
  if (writeAny(writer, msg, opts)) {
    return;
  }
  for (const field2 of msg.fields) {
    if (msg.isSet(field2)) {
      writeField2(writer, fieldTextName(field2), field2, msg, opts);
    }
  }
  const extensionNumbers = writeExtensions2(writer, msg, opts);
  if (opts.printUnknownFields) {
    for (const field2 of (_a = msg.getUnknown()) !== null && _a !== void 0 ? _a : []) {
      if (!extensionNumbers.has(field2.no)) {
        writeUnknownField(writer, field2, 0);
      }
    }
  }
}
function writeField2(writer, name, field2, msg, opts) {
  switch (field2.fieldKind) {
    case "scalar":
      writer.scalar(name, scalarToText(field2.scalar, msg.get(field2)));
      break;
    case "enum":
      writer.scalar(name, enumToText(field2.enum, msg.get(field2)));
      break;
    case "message":
      writeMessageValue(writer, name, msg.get(field2), opts);
      break;
    case "list":
      writeList(writer, name, field2, msg.get(field2), opts);
      break;
    case "map":
      writeMap(writer, name, field2, msg.get(field2), opts);
      break;
  }
}
function writeMessageValue(writer, name, msg, opts) {
  const mark = writer.mark();
  writer.openMessage(name);
  writeMessage(writer, msg, opts);
  if (writer.writesSince(mark) === 1) {
    writer.reset(mark);
    writer.emptyMessage(name);
  } else {
    writer.end();
  }
}
function writeList(writer, name, field2, list2, opts) {
  switch (field2.listKind) {
    case "scalar":
      for (const item of list2) {
        writer.scalar(name, scalarToText(field2.scalar, item));
      }
      break;
    case "enum":
      for (const item of list2) {
        writer.scalar(name, enumToText(field2.enum, item));
      }
      break;
    case "message":
      for (const item of list2) {
        writeMessageValue(writer, name, item, opts);
      }
      break;
  }
}
function writeMap(writer, name, field2, map2, opts) {
  for (const [key, value] of map2) {
    writer.openMessage(name);
    writer.scalar("key", scalarToText(field2.mapKey, key));
    switch (field2.mapKind) {
      case "scalar":
        writer.scalar("value", scalarToText(field2.scalar, value));
        break;
      case "enum":
        writer.scalar("value", enumToText(field2.enum, value));
        break;
      case "message":
        writeMessageValue(writer, "value", value, opts);
        break;
    }
    writer.end();
  }
}
function writeAny(writer, msg, opts) {
  if (msg.desc.typeName !== "google.protobuf.Any" || opts.registry === void 0) {
    return false;
  }
  const any = msg.message;
  if (any.typeUrl === "") {
    return false;
  }
  const unpacked = anyUnpack(any, opts.registry);
  if (unpacked === void 0) {
    return false;
  }
  const desc = opts.registry.getMessage(unpacked.$typeName);
  if (desc === void 0) {
    return false;
  }
  writeMessageValue(writer, "[" + any.typeUrl + "]", reflect(desc, unpacked), opts);
  return true;
}
function writeExtensions2(writer, msg, opts) {
  const numbers = /* @__PURE__ */ new Set();
  const unknown = msg.getUnknown();
  if (opts.registry === void 0 || unknown === void 0) {
    return numbers;
  }
  const extensions = [];
  for (const { no } of unknown) {
    if (numbers.has(no)) {
      continue;
    }
    const extension = opts.registry.getExtensionFor(msg.desc, no);
    if (extension !== void 0) {
      numbers.add(no);
      extensions.push(extension);
    }
  }
  extensions.sort((a, b) => a.typeName < b.typeName ? -1 : a.typeName > b.typeName ? 1 : 0);
  for (const extension of extensions) {
    const value = getExtension(msg.message, extension);
    const [container2, field2] = createExtensionContainer(extension, value);
    writeField2(writer, "[" + extension.typeName + "]", field2, container2, opts);
  }
  return numbers;
}
function writeUnknownField(writer, field2, depth) {
  const name = field2.no.toString();
  const reader = new BinaryReader(field2.data);
  switch (field2.wireType) {
    case WireType.Varint:
      writer.scalar(name, reader.uint64().toString());
      break;
    case WireType.Bit32:
      writer.scalar(name, "0x" + (reader.fixed32() >>> 0).toString(16).padStart(8, "0"));
      break;
    case WireType.Bit64:
      writer.scalar(name, "0x" + BigInt(reader.fixed64()).toString(16).padStart(16, "0"));
      break;
    case WireType.LengthDelimited: {
      const bytes = reader.bytes();
      const nested = depth < unknownFieldDepthLimit ? parseUnknownMessage(bytes) : void 0;
      if (nested === void 0) {
        writer.scalar(name, quoteBytes(bytes));
      } else {
        writeUnknownGroup(writer, name, nested, depth);
      }
      break;
    }
    case WireType.StartGroup: {
      const fields2 = [];
      while (reader.pos < reader.len) {
        const [no, wireType] = reader.tag();
        if (wireType === WireType.EndGroup) {
          break;
        }
        fields2.push({ no, wireType, data: reader.skip(wireType, no) });
      }
      writeUnknownGroup(writer, name, fields2, depth);
      break;
    }
  }
}
function writeUnknownGroup(writer, name, fields2, depth) {
  if (fields2.length === 0) {
    writer.emptyMessage(name);
    return;
  }
  writer.openMessage(name);
  for (const field2 of fields2) {
    writeUnknownField(writer, field2, depth + 1);
  }
  writer.end();
}
function parseUnknownMessage(bytes) {
  if (bytes.length === 0) {
    return void 0;
  }
  const reader = new BinaryReader(bytes);
  const fields2 = [];
  try {
    while (reader.pos < reader.len) {
      const [no, wireType] = reader.tag();
      if (no <= 0 || wireType === WireType.EndGroup) {
        return void 0;
      }
      fields2.push({ no, wireType, data: reader.skip(wireType, no) });
    }
  } catch (_a) {
    return void 0;
  }
  return reader.pos === reader.len ? fields2 : void 0;
}
function fieldTextName(field2) {
  return isGroupLike(field2) ? field2.message.name : field2.name;
}
function scalarToText(type, value) {
  switch (type) {
    case ScalarType.STRING:
      return quoteString(value);
    case ScalarType.BYTES:
      return quoteBytes(value);
    case ScalarType.BOOL:
      return value === true ? "true" : "false";
    case ScalarType.FLOAT:
      return floatToText(value, true);
    case ScalarType.DOUBLE:
      return floatToText(value, false);
    default:
      return String(value);
  }
}
function enumToText(descEnum, value) {
  var _a, _b;
  return (_b = (_a = descEnum.value[value]) === null || _a === void 0 ? void 0 : _a.name) !== null && _b !== void 0 ? _b : value.toString();
}
function floatToText(value, single) {
  const n = single ? Math.fround(value) : value;
  if (Number.isNaN(n)) {
    return "nan";
  }
  if (n === Number.POSITIVE_INFINITY) {
    return "inf";
  }
  if (n === Number.NEGATIVE_INFINITY) {
    return "-inf";
  }
  if (Object.is(n, -0)) {
    return "-0";
  }
  if (!single) {
    return n.toString();
  }
  for (let precision = 1; precision <= 9; precision++) {
    const candidate = Number(n.toPrecision(precision));
    if (Math.fround(candidate) === n) {
      return candidate.toString();
    }
  }
  return n.toString();
}

// node_modules/@bufbuild/protobuf/dist/esm/txtpb/reader.js
var tokenEof = { type: "eof" };
var Reader = class {
  constructor(input) {
    this.pos = 0;
    this.input = input.charCodeAt(0) === 65279 ? input.slice(1) : input;
    this.length = this.input.length;
  }
  /**
   * Return the next token without consuming it.
   */
  peek() {
    if (this.lookahead === void 0) {
      this.lookahead = this.scan();
    }
    return this.lookahead;
  }
  /**
   * Consume and return the next token.
   */
  next() {
    const tok = this.peek();
    this.lookahead = void 0;
    return tok;
  }
  /**
   * Read the contents of a bracketed name, used for extension fields and the
   * expanded form of google.protobuf.Any. The opening `[` must already have
   * been consumed with `next()`. Whitespace and comments inside the brackets
   * are insignificant. Returns the inner name with the brackets removed, e.g.
   * "pkg.Message.field" or "type.googleapis.com/pkg.Message".
   *
   * The text format grammar for this is incomplete, so we follow protobuf-go's
   * parseTypeName: the prefix may contain URL characters, `/` separators, and
   * well-formed percent-escapes, and the type name after the last `/` must be a
   * dotted identifier.
   */
  readTypeName() {
    let name = "";
    for (; ; ) {
      this.skipSpace();
      const c = this.charAt(this.pos);
      if (c === void 0) {
        throw new Error("unterminated [...] name");
      }
      if (c === "]") {
        this.pos++;
        break;
      }
      if (c === "/") {
        name += "/";
        this.pos++;
      } else if (c === "%") {
        if (!isHexDigit(this.charAt(this.pos + 1)) || !isHexDigit(this.charAt(this.pos + 2))) {
          throw new Error("invalid percent-escape in [...] name");
        }
        name += this.input.substring(this.pos, this.pos + 3);
        this.pos += 3;
      } else if (isUrlChar(c)) {
        name += c;
        this.pos++;
      } else {
        throw new Error(`unexpected ${quoteChar(c)} in [...] name`);
      }
    }
    validateTypeName(name);
    return name;
  }
  scan() {
    this.skipSpace();
    const c = this.charAt(this.pos);
    if (c === void 0) {
      return tokenEof;
    }
    switch (c) {
      case "{":
      case "}":
      case "<":
      case ">":
      case "[":
      case "]":
      case ":":
      case ",":
      case ";":
        this.pos++;
        return { type: c };
      case "-":
        if (isLetter(this.charAt(this.pos + 1))) {
          return this.scanIdentifier();
        }
        this.pos++;
        return { type: "-" };
      case '"':
      case "'":
        return this.scanString(c);
    }
    if (isDigit(c)) {
      return this.scanNumber();
    }
    if (c === "." && isDigit(this.charAt(this.pos + 1))) {
      return this.scanNumber();
    }
    if (isLetter(c)) {
      return this.scanIdentifier();
    }
    throw new Error(`unexpected ${quoteChar(c)}`);
  }
  skipSpace() {
    for (; ; ) {
      const c = this.input[this.pos];
      if (c === " " || c === "	" || c === "\n" || c === "\r" || c === "\v" || c === "\f") {
        this.pos++;
      } else if (c === "#") {
        this.pos++;
        while (this.pos < this.length && this.input[this.pos] !== "\n") {
          this.pos++;
        }
      } else {
        return;
      }
    }
  }
  scanIdentifier() {
    const start = this.pos;
    if (this.charAt(this.pos) === "-") {
      this.pos++;
    }
    this.pos++;
    while (isLetterOrDigit(this.charAt(this.pos))) {
      this.pos++;
    }
    return { type: "identifier", value: this.input.substring(start, this.pos) };
  }
  /**
   * Scan a numeric literal. The sign is a separate token, so a number never
   * starts with `-`. The literal must end at a delimiter, so `10f` is a float
   * but `10bar`, `1.2.3`, `09`, and `0xZ` are errors.
   */
  scanNumber() {
    var _a, _b, _c, _d;
    const start = this.pos;
    if (this.input[this.pos] === "0" && /[xX]/.test((_a = this.charAt(this.pos + 1)) !== null && _a !== void 0 ? _a : "")) {
      this.pos += 2;
      const digits = this.pos;
      while (isHexDigit(this.charAt(this.pos))) {
        this.pos++;
      }
      if (this.pos === digits) {
        throw new Error("invalid hexadecimal literal");
      }
      this.expectDelimiter();
      return {
        type: "int",
        text: this.input.substring(start, this.pos),
        base: 16
      };
    }
    if (this.input[this.pos] === "0" && isOctalDigit(this.charAt(this.pos + 1))) {
      this.pos++;
      while (isOctalDigit(this.charAt(this.pos))) {
        this.pos++;
      }
      this.expectDelimiter();
      return {
        type: "int",
        text: this.input.substring(start, this.pos),
        base: 8
      };
    }
    let isFloat = false;
    if (this.charAt(this.pos) === "0") {
      this.pos++;
    } else {
      while (isDigit(this.charAt(this.pos))) {
        this.pos++;
      }
    }
    if (this.charAt(this.pos) === ".") {
      isFloat = true;
      this.pos++;
      while (isDigit(this.charAt(this.pos))) {
        this.pos++;
      }
    }
    if (/[eE]/.test((_b = this.charAt(this.pos)) !== null && _b !== void 0 ? _b : "")) {
      isFloat = true;
      this.pos++;
      if (/[+-]/.test((_c = this.charAt(this.pos)) !== null && _c !== void 0 ? _c : "")) {
        this.pos++;
      }
      const digits = this.pos;
      while (isDigit(this.charAt(this.pos))) {
        this.pos++;
      }
      if (this.pos === digits) {
        throw new Error("invalid exponent");
      }
    }
    const end = this.pos;
    if (/[fF]/.test((_d = this.charAt(this.pos)) !== null && _d !== void 0 ? _d : "")) {
      isFloat = true;
      this.pos++;
    }
    this.expectDelimiter();
    const text2 = this.input.substring(start, end);
    return isFloat ? { type: "float", text: text2 } : { type: "int", text: text2, base: 10 };
  }
  // A number must be terminated by a delimiter — any character that cannot
  // continue a name or number. This rejects `09`, `0xZ`, `1.2.3`, and `5bar`.
  expectDelimiter() {
    const c = this.charAt(this.pos);
    if (c !== void 0 && (isLetterOrDigit(c) || c === "-" || c === "+" || c === ".")) {
      throw new Error("invalid number");
    }
  }
  scanString(quote) {
    this.pos++;
    const bytes = [];
    let runStart = this.pos;
    for (; ; ) {
      const c = this.charAt(this.pos);
      if (c === void 0) {
        throw new Error("unterminated string");
      }
      if (c === quote) {
        pushUtf8(bytes, this.input.substring(runStart, this.pos));
        this.pos++;
        return { type: "string", value: new Uint8Array(bytes) };
      }
      if (c === "\\") {
        pushUtf8(bytes, this.input.substring(runStart, this.pos));
        this.pos++;
        this.scanEscape(bytes);
        runStart = this.pos;
        continue;
      }
      if (c === "\n" || c === "\0") {
        throw new Error(`invalid ${quoteChar(c)} in string`);
      }
      this.pos++;
    }
  }
  scanEscape(bytes) {
    const c = this.charAt(this.pos);
    if (c === void 0) {
      throw new Error("unterminated escape sequence");
    }
    switch (c) {
      case '"':
      case "'":
      case "\\":
      case "?":
        bytes.push(c.charCodeAt(0));
        this.pos++;
        return;
      case "a":
        bytes.push(7);
        this.pos++;
        return;
      case "b":
        bytes.push(8);
        this.pos++;
        return;
      case "f":
        bytes.push(12);
        this.pos++;
        return;
      case "n":
        bytes.push(10);
        this.pos++;
        return;
      case "r":
        bytes.push(13);
        this.pos++;
        return;
      case "t":
        bytes.push(9);
        this.pos++;
        return;
      case "v":
        bytes.push(11);
        this.pos++;
        return;
      case "x": {
        this.pos++;
        const hex = this.takeWhile(isHexDigit, 2);
        if (hex.length === 0) {
          throw new Error("invalid hex escape \\x");
        }
        bytes.push(parseInt(hex, 16));
        return;
      }
      case "u":
      case "U": {
        this.pos++;
        const width = c === "u" ? 4 : 8;
        const hex = this.takeWhile(isHexDigit, width);
        if (hex.length !== width) {
          throw new Error(`invalid unicode escape \\${c}`);
        }
        const code = parseInt(hex, 16);
        if (code > 1114111 || code >= 55296 && code <= 57343) {
          throw new Error(`invalid unicode escape \\${c}${hex}`);
        }
        pushUtf8(bytes, String.fromCodePoint(code));
        return;
      }
      default:
        if (isOctalDigit(c)) {
          const oct = this.takeWhile(isOctalDigit, 3);
          const value = parseInt(oct, 8);
          if (value > 255) {
            throw new Error(`octal escape \\${oct} out of range`);
          }
          bytes.push(value);
          return;
        }
        throw new Error(`invalid escape \\${c}`);
    }
  }
  // Consume up to `max` consecutive characters matching `pred` and return them.
  takeWhile(pred, max) {
    const start = this.pos;
    while (this.pos < start + max && pred(this.charAt(this.pos))) {
      this.pos++;
    }
    return this.input.substring(start, this.pos);
  }
  charAt(index) {
    return index < this.length ? this.input[index] : void 0;
  }
};
function validateTypeName(name) {
  const lastSlash = name.lastIndexOf("/");
  if (lastSlash >= 0 && name[0] === "/") {
    throw new Error("invalid type name: empty URL host");
  }
  const typeName = name.substring(lastSlash + 1);
  if (typeName.length === 0) {
    throw new Error("invalid type name: empty");
  }
  for (const part of typeName.split(".")) {
    if (part.length === 0) {
      throw new Error("invalid type name: empty component");
    }
  }
  for (const c of typeName) {
    if (!(isLetterOrDigit(c) || c === "." || c === "-")) {
      throw new Error(`unexpected ${quoteChar(c)} in type name`);
    }
  }
}
function isDigit(c) {
  return c !== void 0 && c >= "0" && c <= "9";
}
function isOctalDigit(c) {
  return c !== void 0 && c >= "0" && c <= "7";
}
function isHexDigit(c) {
  return c !== void 0 && (c >= "0" && c <= "9" || c >= "a" && c <= "f" || c >= "A" && c <= "F");
}
function isLetter(c) {
  return c !== void 0 && (c >= "a" && c <= "z" || c >= "A" && c <= "Z" || c === "_");
}
function isLetterOrDigit(c) {
  return isLetter(c) || isDigit(c);
}
function isUrlChar(c) {
  return isLetterOrDigit(c) || c === "-" || c === "." || c === "~" || c === "!" || c === "$" || c === "&" || c === "(" || c === ")" || c === "*" || c === "+" || c === "," || c === ";" || c === "=";
}
function quoteChar(c) {
  var _a;
  const code = (_a = c.codePointAt(0)) !== null && _a !== void 0 ? _a : 0;
  return code >= 32 && code <= 126 ? `"${c}"` : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
function pushUtf8(out, text2) {
  if (text2.length === 0) {
    return;
  }
  for (const byte of getTextEncoding().encodeUtf8(text2)) {
    out.push(byte);
  }
}

// node_modules/@bufbuild/protobuf/dist/esm/txtpb/from-text.js
function makeReadContext3(reader, options) {
  return Object.assign(Object.assign({ recursionLimit: 100 }, options), { reader, depth: 0 });
}
function fromText(schema, text2, options) {
  const msg = reflect(schema);
  parseText(msg, text2, options);
  return msg.message;
}
function parseText(msg, text2, options) {
  if (!protoInt64.supported) {
    throw new Error("the protobuf text format requires BigInt, which is unavailable in this environment");
  }
  const ctx = makeReadContext3(new Reader(text2), options);
  try {
    readMessageBody(msg, ctx, "eof");
  } catch (e) {
    if (isFieldError(e)) {
      throw new Error(
        `cannot decode ${e.field()} from text format: ${e.message}`,
        // @ts-expect-error we use the ES2022 error CTOR option "cause" for better stack traces
        { cause: e }
      );
    }
    throw e;
  }
}
function readMessageBody(msg, ctx, close) {
  if (++ctx.depth > ctx.recursionLimit) {
    throw new Error(`recursion limit of ${ctx.recursionLimit} reached decoding ${msg.desc}`);
  }
  readFields(msg, ctx, close);
  ctx.depth--;
}
function readFields(msg, ctx, close) {
  const seen = { fields: /* @__PURE__ */ new Set(), oneofs: /* @__PURE__ */ new Set() };
  for (; ; ) {
    const tok = ctx.reader.peek();
    if (tok.type === "eof") {
      if (close !== "eof") {
        throw new Error(`unexpected end of input, expected "${close}"`);
      }
      return;
    }
    if (close !== "eof" && tok.type === close) {
      ctx.reader.next();
      return;
    }
    readField2(msg, ctx, seen);
    consumeSeparator(ctx);
  }
}
function readField2(msg, ctx, seen) {
  var _a;
  const nameTok = ctx.reader.next();
  if (nameTok.type === "identifier") {
    const field2 = fieldByTextName(msg.desc, nameTok.value);
    if (field2 !== void 0) {
      checkSeen(field2, seen);
      readFieldValue(msg, field2, ctx);
      return;
    }
    if (msg.desc.proto.reservedName.includes(nameTok.value)) {
      skipFieldValue(ctx);
      return;
    }
    throw new Error(`unknown field "${nameTok.value}" for ${msg.desc}`);
  }
  if (nameTok.type === "[") {
    const name = ctx.reader.readTypeName();
    if (msg.desc.typeName === "google.protobuf.Any") {
      readExpandedAny(msg, ctx, name, seen);
      return;
    }
    const ext = (_a = ctx.registry) === null || _a === void 0 ? void 0 : _a.getExtension(name);
    if (ext !== void 0 && ext.extendee.typeName === msg.desc.typeName) {
      checkSeen(ext, seen);
      readExtensionField(msg, ext, ctx);
      return;
    }
    throw new Error(`unknown extension "[${name}]" for ${msg.desc}`);
  }
  if (nameTok.type === "int") {
    throw new Error(`cannot specify field by number: ${nameTok.text}`);
  }
  throw new Error(`expected a field name, got ${describe(nameTok)}`);
}
function checkSeen(field2, seen) {
  if (field2.fieldKind === "list" || field2.fieldKind === "map") {
    return;
  }
  if (field2.oneof !== void 0) {
    if (seen.oneofs.has(field2.oneof)) {
      throw new Error(`oneof "${field2.oneof.name}" is already set`);
    }
    seen.oneofs.add(field2.oneof);
  }
  if (seen.fields.has(field2.number)) {
    const what = field2.kind === "extension" ? `extension "[${field2.typeName}]"` : `field "${field2.name}"`;
    throw new Error(`non-repeated ${what} is repeated`);
  }
  seen.fields.add(field2.number);
}
function readFieldValue(target, field2, ctx) {
  const hasColon = consumeColon(ctx);
  if (!colonOptional(field2) && !hasColon) {
    throw new Error(`expected ":" before value of field "${field2.name}"`);
  }
  switch (field2.fieldKind) {
    case "scalar":
      target.set(field2, readScalarValue(field2, field2.scalar, ctx));
      break;
    case "enum":
      target.set(field2, readEnumValue(field2.enum, ctx));
      break;
    case "message": {
      const sub = target.isSet(field2) ? target.get(field2) : reflect(field2.message);
      readMessageValue(sub, ctx);
      target.set(field2, sub);
      break;
    }
    case "list":
      readListField(field2, target.get(field2), ctx);
      break;
    case "map":
      readMapField(field2, target.get(field2), ctx);
      break;
  }
}
function readExtensionField(msg, ext, ctx) {
  const existing = hasExtension(msg.message, ext) ? getExtension(msg.message, ext) : void 0;
  const [container2, field2, get] = createExtensionContainer(ext, existing);
  readFieldValue(container2, field2, ctx);
  setExtension(msg.message, ext, get());
}
function colonOptional(field2) {
  return field2.fieldKind === "message" || field2.fieldKind === "map" || field2.fieldKind === "list" && field2.listKind === "message";
}
function readMessageValue(msg, ctx) {
  readMessageBody(msg, ctx, readMessageOpen(ctx));
}
function readMessageOpen(ctx) {
  const open = ctx.reader.next();
  if (open.type === "{") {
    return "}";
  }
  if (open.type === "<") {
    return ">";
  }
  throw new Error(`expected "{" or "<", got ${describe(open)}`);
}
function readBracketedList(ctx, readElement) {
  if (ctx.reader.peek().type !== "[") {
    readElement();
    return;
  }
  ctx.reader.next();
  if (ctx.reader.peek().type === "]") {
    ctx.reader.next();
    return;
  }
  for (; ; ) {
    readElement();
    const sep5 = ctx.reader.next();
    if (sep5.type === "]") {
      return;
    }
    if (sep5.type !== ",") {
      throw new Error(`expected "," or "]" in list, got ${describe(sep5)}`);
    }
  }
}
function readListField(field2, list2, ctx) {
  readBracketedList(ctx, () => list2.add(readListItem(field2, ctx)));
}
function readListItem(field2, ctx) {
  switch (field2.listKind) {
    case "scalar":
      return readScalarValue(field2, field2.scalar, ctx);
    case "enum":
      return readEnumValue(field2.enum, ctx);
    case "message": {
      const sub = reflect(field2.message);
      readMessageValue(sub, ctx);
      return sub;
    }
  }
}
function readMapField(field2, map2, ctx) {
  readBracketedList(ctx, () => readMapEntry(field2, map2, ctx));
}
function readMapEntry(field2, map2, ctx) {
  if (++ctx.depth > ctx.recursionLimit) {
    throw new Error(`recursion limit of ${ctx.recursionLimit} reached decoding a map entry`);
  }
  const close = readMessageOpen(ctx);
  let key = scalarZeroValue(field2.mapKey, false);
  let value = mapValueZero(field2);
  let keySeen = false;
  let valueSeen = false;
  for (; ; ) {
    const tok = ctx.reader.peek();
    if (tok.type === close) {
      ctx.reader.next();
      break;
    }
    if (tok.type === "eof") {
      throw new Error(`unexpected end of input, expected "${close}"`);
    }
    const nameTok = ctx.reader.next();
    if (nameTok.type !== "identifier") {
      throw new Error(`expected "key" or "value", got ${describe(nameTok)}`);
    }
    if (nameTok.value === "key") {
      if (keySeen) {
        throw new Error('map entry "key" is already set');
      }
      keySeen = true;
      requireColon(ctx);
      key = readScalarValue(field2, field2.mapKey, ctx);
    } else if (nameTok.value === "value") {
      if (valueSeen) {
        throw new Error('map entry "value" is already set');
      }
      valueSeen = true;
      value = readMapValue(field2, ctx);
    } else {
      throw new Error(`unknown field "${nameTok.value}" in map entry`);
    }
    consumeSeparator(ctx);
  }
  ctx.depth--;
  map2.set(key, value);
}
function readMapValue(field2, ctx) {
  switch (field2.mapKind) {
    case "scalar":
      requireColon(ctx);
      return readScalarValue(field2, field2.scalar, ctx);
    case "enum":
      requireColon(ctx);
      return readEnumValue(field2.enum, ctx);
    case "message": {
      consumeColon(ctx);
      const sub = reflect(field2.message);
      readMessageValue(sub, ctx);
      return sub;
    }
  }
}
function mapValueZero(field2) {
  switch (field2.mapKind) {
    case "scalar":
      return scalarZeroValue(field2.scalar, false);
    case "enum":
      return field2.enum.values[0].number;
    case "message":
      return reflect(field2.message);
  }
}
function readExpandedAny(msg, ctx, typeUrl, seen) {
  var _a;
  if (seen.fields.has(1) || seen.fields.has(2)) {
    throw new Error("google.protobuf.Any cannot mix the expanded form with type_url/value");
  }
  const slash = typeUrl.lastIndexOf("/");
  const typeName = slash >= 0 ? typeUrl.substring(slash + 1) : typeUrl;
  const desc = (_a = ctx.registry) === null || _a === void 0 ? void 0 : _a.getMessage(typeName);
  if (desc === void 0) {
    throw new Error(`unable to resolve "${typeUrl}" for google.protobuf.Any`);
  }
  consumeColon(ctx);
  const unpacked = reflect(desc);
  readMessageValue(unpacked, ctx);
  const any = msg.message;
  any.typeUrl = typeUrl;
  any.value = toBinary(desc, unpacked.message);
  seen.fields.add(1);
  seen.fields.add(2);
}
function consumeSign(ctx) {
  if (ctx.reader.peek().type === "-") {
    ctx.reader.next();
    return true;
  }
  return false;
}
function readScalarValue(field2, type, ctx) {
  const negative = consumeSign(ctx);
  const tok = ctx.reader.next();
  switch (type) {
    case ScalarType.STRING:
    case ScalarType.BYTES: {
      if (negative) {
        throw new Error("a string value cannot have a sign");
      }
      if (tok.type !== "string") {
        throw new Error(`expected a string, got ${describe(tok)}`);
      }
      const bytes = concatStrings(tok, ctx);
      if (type === ScalarType.BYTES) {
        return bytes;
      }
      try {
        return getTextEncoding().decodeUtf8(bytes, field2.utf8Validation);
      } catch (_a) {
        throw new Error("invalid UTF-8 in string");
      }
    }
    case ScalarType.BOOL:
      return readBoolValue(tok, negative);
    case ScalarType.FLOAT:
      return Math.fround(readFloatValue(tok, negative));
    case ScalarType.DOUBLE:
      return readFloatValue(tok, negative);
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return Number(readUnsignedInt(tok, negative));
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return readUnsignedInt(tok, negative);
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
      return readSignedInt(tok, negative);
    default:
      return Number(readSignedInt(tok, negative));
  }
}
function readEnumValue(descEnum, ctx) {
  const negative = consumeSign(ctx);
  const tok = ctx.reader.next();
  if (tok.type === "identifier") {
    if (negative) {
      throw new Error(`invalid enum value "-${tok.value}" for ${descEnum}`);
    }
    const value = descEnum.values.find((v) => v.name === tok.value);
    if (value === void 0) {
      throw new Error(`unknown enum value "${tok.value}" for ${descEnum}`);
    }
    return value.number;
  }
  if (tok.type === "int") {
    return Number(readSignedInt(tok, negative));
  }
  throw new Error(`expected an enum value for ${descEnum}, got ${describe(tok)}`);
}
function readBoolValue(tok, negative) {
  if (!negative) {
    if (tok.type === "identifier") {
      switch (tok.value) {
        case "true":
        case "True":
        case "t":
          return true;
        case "false":
        case "False":
        case "f":
          return false;
      }
    }
    if (tok.type === "int") {
      const value = intTokenToBigInt(tok);
      if (value === BigInt(0)) {
        return false;
      }
      if (value === BigInt(1)) {
        return true;
      }
    }
  }
  throw new Error(`expected a bool, got ${negative ? "-" : ""}${describe(tok)}`);
}
function readFloatValue(tok, negative) {
  if (tok.type === "identifier") {
    if (negative) {
      throw new Error(`invalid float value "-${tok.value}"`);
    }
    switch (tok.value.toLowerCase()) {
      case "inf":
      case "infinity":
        return Number.POSITIVE_INFINITY;
      case "-inf":
      case "-infinity":
        return Number.NEGATIVE_INFINITY;
      case "nan":
        return Number.NaN;
    }
    throw new Error(`invalid float value "${tok.value}"`);
  }
  if (tok.type === "float") {
    const n = Number(tok.text);
    return negative ? -n : n;
  }
  if (tok.type === "int") {
    if (tok.base !== 10) {
      throw new Error("octal and hexadecimal are not valid for a float field");
    }
    const n = Number(tok.text);
    return negative ? -n : n;
  }
  throw new Error(`expected a float, got ${describe(tok)}`);
}
function readSignedInt(tok, negative) {
  if (tok.type !== "int") {
    throw new Error(`expected an integer, got ${describe(tok)}`);
  }
  const value = intTokenToBigInt(tok);
  return negative ? -value : value;
}
function readUnsignedInt(tok, negative) {
  if (negative) {
    throw new Error("an unsigned field does not accept a negative value");
  }
  return readSignedInt(tok, false);
}
function intTokenToBigInt(tok) {
  return tok.base === 8 ? BigInt("0o" + tok.text.substring(1)) : BigInt(tok.text);
}
function concatStrings(first, ctx) {
  if (ctx.reader.peek().type !== "string") {
    return first.value;
  }
  const parts = [first.value];
  let length = first.value.length;
  while (ctx.reader.peek().type === "string") {
    const tok = ctx.reader.next();
    parts.push(tok.value);
    length += tok.value.length;
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
function skipFieldValue(ctx) {
  consumeColon(ctx);
  skipValue(ctx);
}
function skipValue(ctx) {
  readBracketedList(ctx, () => skipSingleValue(ctx));
}
function skipSingleValue(ctx) {
  const tok = ctx.reader.peek();
  if (tok.type === "{" || tok.type === "<") {
    skipMessageBlock(ctx);
    return;
  }
  consumeSign(ctx);
  const value = ctx.reader.next();
  if (value.type === "string") {
    while (ctx.reader.peek().type === "string") {
      ctx.reader.next();
    }
    return;
  }
  if (value.type !== "identifier" && value.type !== "int" && value.type !== "float") {
    throw new Error(`expected a value, got ${describe(value)}`);
  }
}
function skipMessageBlock(ctx) {
  if (++ctx.depth > ctx.recursionLimit) {
    throw new Error(`recursion limit of ${ctx.recursionLimit} reached skipping a reserved field`);
  }
  const close = readMessageOpen(ctx);
  for (; ; ) {
    const tok = ctx.reader.peek();
    if (tok.type === close) {
      ctx.reader.next();
      ctx.depth--;
      return;
    }
    if (tok.type === "eof") {
      throw new Error(`unexpected end of input, expected "${close}"`);
    }
    const nameTok = ctx.reader.next();
    if (nameTok.type === "[") {
      ctx.reader.readTypeName();
    } else if (nameTok.type !== "identifier" && nameTok.type !== "int") {
      throw new Error(`expected a field name, got ${describe(nameTok)}`);
    }
    skipFieldValue(ctx);
    consumeSeparator(ctx);
  }
}
function consumeSeparator(ctx) {
  const sep5 = ctx.reader.peek();
  if (sep5.type === "," || sep5.type === ";") {
    ctx.reader.next();
  }
}
function consumeColon(ctx) {
  if (ctx.reader.peek().type === ":") {
    ctx.reader.next();
    return true;
  }
  return false;
}
function requireColon(ctx) {
  if (!consumeColon(ctx)) {
    throw new Error(`expected ":", got ${describe(ctx.reader.peek())}`);
  }
}
var textFieldCache = /* @__PURE__ */ new WeakMap();
function fieldByTextName(desc, name) {
  let byText = textFieldCache.get(desc);
  if (byText === void 0) {
    byText = /* @__PURE__ */ new Map();
    for (const field2 of desc.fields) {
      if (isGroupLike(field2)) {
        setOnce(byText, field2.message.name, field2);
        setOnce(byText, field2.message.name.toLowerCase(), field2);
      } else {
        setOnce(byText, field2.name, field2);
      }
    }
    textFieldCache.set(desc, byText);
  }
  return byText.get(name);
}
function setOnce(map2, key, field2) {
  if (!map2.has(key)) {
    map2.set(key, field2);
  }
}
function describe(tok) {
  switch (tok.type) {
    case "identifier":
      return `"${tok.value}"`;
    case "int":
    case "float":
      return `"${tok.text}"`;
    case "string":
      return "a string";
    case "eof":
      return "end of input";
    default:
      return `"${tok.type}"`;
  }
}

// lib/model-config/text/parse-error.ts
var TEXT_RULE = "parse.text-proto";
var ONEOF_RULES = {
  scheduling_choice: "parse.oneof-scheduling",
  policy_choice: "parse.oneof-version-policy",
  input_data_type: "parse.oneof-warmup",
  strategy_choice: "parse.oneof-seq-strategy"
};
var ConfigTextError = class extends Error {
  constructor(source, position, reason, ruleId) {
    super(`${source}:${position.line}:${position.column}: ${reason} ${rulePage(ruleId)}`);
    this.position = position;
    this.reason = reason;
    this.ruleId = ruleId;
  }
  position;
  reason;
  ruleId;
};
var BYTE_ORDER_MARK_ERROR = {
  reason: "expected a field name, got a byte order mark; save as UTF-8 without one",
  ruleId: TEXT_RULE
};
function explainParserError(message, rest) {
  const [placeholder] = /^\$\{[^{}\n]{0,80}\}/.exec(rest) ?? [];
  if (placeholder !== void 0) {
    const reason2 = `expected a value, got ${placeholder}: the file is an unfilled template; fill in its values first`;
    return { reason: reason2, ruleId: TEXT_RULE };
  }
  const reason = toTritonTerms(message);
  const [, value, enumeration2] = /enum value "([^"]*)" for enum inference\.([\w.]+)$/.exec(message) ?? [];
  if (enumeration2 !== void 0) {
    const { values } = enums[enumeration2];
    const suggestion = values.find((name) => name.endsWith(`_${value}`)) ?? nearestName(value, [...values]);
    return { reason: `${reason}; ${expectOneOf(values, suggestion)}`, ruleId: TEXT_RULE, typo: "value" };
  }
  const [, field2, type] = /^unknown field "([^"]*)" for message inference\.([\w.]+)$/.exec(message) ?? [];
  if (type !== void 0) {
    const fields2 = Object.keys(messages[type]);
    return {
      reason: `${reason}; ${expectOneOf(fields2, nearestName(field2, fields2))}`,
      ruleId: TEXT_RULE,
      typo: "field"
    };
  }
  const [, oneof] = /^oneof "(\w+)" is already set$/.exec(message) ?? [];
  if (oneof !== void 0) {
    const members = Object.values(messages).flatMap(
      (fields2) => Object.entries(fields2).flatMap(([name, member]) => member.oneof === oneof ? name : [])
    );
    return { reason: `expected only one of ${members.join(", ")}`, ruleId: ONEOF_RULES[oneof] ?? TEXT_RULE };
  }
  return { reason, ruleId: TEXT_RULE };
}
function expectOneOf(names2, suggestion) {
  const expectation = `expected one of ${names2.join(", ")}`;
  return suggestion === void 0 ? expectation : `did you mean ${suggestion}? E${expectation.slice(1)}`;
}
function toTritonTerms(message) {
  return message.replace(/^cannot decode \w+ \S+ from text format: /, "").replace(/(message|enum) inference\./g, "$1 ").replace(/^expected number \((\w+)\): (.*) out of range$/, "expected an integer of type $1, got $2");
}

// lib/model-config/text/scan.ts
var TOKEN = /[ \t\r\n\v\f]+|#[^\n]*|"(?:[^"\\\n]|\\[^\n])*"?|'(?:[^'\\\n]|\\[^\n])*'?|[.\d][\w.+-]*|[A-Za-z_]\w*|[^]/y;
var BLANK = /[ \t\r\n\v\f#]/;
var STRING = /^["']/;
var MAX_DEPTH = 100;
var TextScan = class {
  constructor(text2) {
    this.text = text2;
  }
  text;
  tokens = [];
  lineStarts;
  /** Returns a token by its index. Undefined after the last token. */
  token(index) {
    for (let start = this.tokens.at(-1)?.end ?? 0; this.tokens.length <= index && start < this.text.length; ) {
      TOKEN.lastIndex = start;
      const text2 = TOKEN.exec(this.text)?.[0] ?? "";
      const end = start + text2.length;
      if (!BLANK.test(text2[0])) this.tokens.push({ text: text2, start, end });
      start = end;
    }
    return this.tokens[index];
  }
  /** Returns the position of a character. */
  positionOf(offset) {
    const { lineStarts = this.findLineStarts() } = this;
    let [low, high] = [0, lineStarts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (lineStarts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - lineStarts[low] + 1 };
  }
  /** Returns the fields of the configuration. */
  fields() {
    return new FieldReader(this).readMessage("", 0);
  }
  /** Returns the offset after the field whose name is the token at `index`, including its value and a separator. */
  fieldEnd(index) {
    const reader = new FieldReader(this, index);
    reader.readField(/* @__PURE__ */ new Map(), 0);
    return this.token(reader.nextIndex - 1)?.end ?? this.text.length;
  }
  findLineStarts() {
    const starts = [0];
    for (let end = this.text.indexOf("\n"); end >= 0; end = this.text.indexOf("\n", end + 1)) starts.push(end + 1);
    this.lineStarts = starts;
    return starts;
  }
};
var FieldReader = class {
  constructor(scan, nextIndex = 0) {
    this.scan = scan;
    this.nextIndex = nextIndex;
  }
  scan;
  nextIndex;
  /** Reads the fields up to the token that ends the message. */
  readMessage(end, depth) {
    const fields2 = /* @__PURE__ */ new Map();
    while (this.peek() !== void 0 && !this.accept(end)) this.readField(fields2, depth);
    return fields2;
  }
  /** Reads one field, with its value and separator, and adds the field to `fields`. */
  readField(fields2, depth) {
    const { text: name, start: offset } = this.take();
    this.accept(":");
    const values = this.accept("[") ? this.readList(depth) : [{ ...this.readValue(depth), offset }];
    const field2 = fields2.get(name) ?? { offset, values: [], byKey: /* @__PURE__ */ new Map() };
    for (const value of values) {
      field2.values.push(value);
      const key = value.fields?.get("key")?.values[0].scalar;
      if (key !== void 0 && !field2.byKey.has(key)) field2.byKey.set(key, value);
    }
    fields2.set(name, field2);
    if (!this.accept(",")) this.accept(";");
  }
  readList(depth) {
    const values = [];
    while (this.peek() !== void 0 && !this.accept("]")) {
      values.push(this.readValue(depth));
      this.accept(",");
    }
    return values;
  }
  readValue(depth) {
    const { text: text2, start: offset } = this.take();
    if ((text2 === "{" || text2 === "<") && depth < MAX_DEPTH) {
      return { offset, fields: this.readMessage(text2 === "{" ? "}" : ">", depth + 1) };
    }
    if (text2 === "-") return { offset, scalar: `-${this.take().text}` };
    let scalar = withoutQuotes(text2);
    while (STRING.test(text2) && STRING.test(this.peek() ?? "")) scalar += withoutQuotes(this.take().text);
    return { offset, scalar };
  }
  /** The text of the next token. */
  peek() {
    return this.scan.token(this.nextIndex)?.text;
  }
  /** Returns the next token, and advances. */
  take() {
    return this.scan.token(this.nextIndex++) ?? { text: "", start: 0, end: 0 };
  }
  /** Advances if the next token has this text. */
  accept(text2) {
    const isMatch = this.peek() === text2;
    if (isMatch) this.nextIndex++;
    return isMatch;
  }
};
function withoutQuotes(token) {
  return STRING.test(token) ? token.slice(1, -1) : token;
}

// lib/model-config/text/parse-text.ts
var BYTE_ORDER_MARK = "\uFEFF";
var MAX_ERRORS = 20;
function parseText2(text2, source) {
  const result = tryParse(text2);
  if ("message" in result) return result.message;
  const { position, reason, ruleId } = locateError(text2, result.problem, new TextScan(text2));
  throw new ConfigTextError(source, position, reason, ruleId);
}
function textErrors(text2, source) {
  const errors = [];
  const scan = new TextScan(text2);
  let remaining = text2;
  while (remaining !== void 0 && errors.length < MAX_ERRORS) {
    const result = tryParse(remaining);
    if ("message" in result) break;
    const error2 = locateError(remaining, result.problem, scan);
    errors.push(new ConfigTextError(source, error2.position, error2.reason, error2.ruleId));
    remaining = withoutTypo(remaining, error2, scan);
  }
  return errors;
}
function tryParse(text2) {
  if (text2.startsWith(BYTE_ORDER_MARK)) return { problem: "unexpected byte order mark" };
  try {
    return { message: fromText(modelConfigDescriptor(), text2) };
  } catch (error2) {
    return { problem: error2 instanceof Error ? error2.message : String(error2) };
  }
}
function locateError(text2, problem, scan) {
  if (text2.startsWith(BYTE_ORDER_MARK)) return { ...BYTE_ORDER_MARK_ERROR, position: { line: 1, column: 1 }, token: 0 };
  const token = indexOfRejectedToken(text2, problem, scan);
  const offset = scan.token(token)?.start ?? text2.length;
  const message = problem.replace(/"([^"]{80})[^"]*"/g, '"$1\u2026"');
  return { ...explainParserError(message, text2.slice(offset, offset + 100)), position: scan.positionOf(offset), token };
}
function indexOfRejectedToken(text2, problem, scan) {
  const invalidCharacter = problem.includes("U+0001") ? { char: "", name: "U+0002" } : { char: "", name: "U+0001" };
  const isRejected = (index) => {
    const token = scan.token(index);
    if (!token) return true;
    const result = tryParse(text2.slice(0, token.end) + invalidCharacter.char);
    return "problem" in result && !result.problem.includes(invalidCharacter.name);
  };
  let [low, high] = [0, 63];
  while (!isRejected(high)) [low, high] = [high + 1, 4 * high];
  while (low < high) {
    const middle = low + high >> 1;
    if (isRejected(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
function withoutTypo(text2, { typo, token: index }, scan) {
  const token = scan.token(index);
  if (typo === void 0 || token === void 0) return void 0;
  return typo === "value" ? replaceWithBlanks(text2, token.start, token.end, "0") : replaceWithBlanks(text2, token.start, scan.fieldEnd(index), "");
}
function replaceWithBlanks(text2, start, end, replacement) {
  const blanked = replacement + text2.slice(start + replacement.length, end).replace(/[^\n]/g, " ");
  return text2.slice(0, start) + blanked + text2.slice(end);
}

// lib/model-config/text/print-text.ts
var LIST_FIELDS = new Set(
  Object.values(messages).flatMap(
    (fields2) => Object.entries(fields2).flatMap(
      ([name, field2]) => field2.label === "repeated" && !(field2.type in messages) ? name : []
    )
  )
);
var LIST_LINES = new RegExp(`(?<![^\\n])( *(?:${[...LIST_FIELDS].join("|")}): )[^\\n]*\\n(?:\\1[^\\n]*\\n)*`, "g");
function printText(message) {
  const text2 = toText(modelConfigDescriptor(), message);
  return text2.replace(LIST_LINES, (lines, start) => {
    const values = lines.split("\n").slice(0, -1);
    return `${start}[ ${values.map((line) => line.slice(start.length)).join(", ")} ]
`;
  });
}

// lib/model-config/repository/decoupled-flow.ts
function decoupledFlow(ensemble, isDecoupled) {
  const steps = (ensemble.ensemble_scheduling?.step ?? []).map((step) => {
    const inputs = [...new Set(step.input_map.values())];
    const [model, outputs] = [step.model_name, [...step.output_map.values()]];
    return { model, decoupled: isDecoupled(model), inputs, outputs, unlabeledInputs: inputs.length };
  });
  const writers = new Map(steps.flatMap((step) => step.outputs.map((output) => [output, step])));
  const readers = /* @__PURE__ */ new Map();
  const readersOf = (tensor2) => {
    const tensorReaders = readers.get(tensor2) ?? [];
    readers.set(tensor2, tensorReaders);
    return tensorReaders;
  };
  for (const step of steps) {
    for (const input of step.inputs) readersOf(input).push(step);
  }
  const labels = /* @__PURE__ */ new Map();
  for (const { name } of ensemble.input) {
    writers.delete(name);
    labels.set(name, 0);
  }
  let lastLabel = 0;
  for (const tensor2 of labels.keys()) {
    for (const step of readers.get(tensor2) ?? []) {
      if (--step.unlabeledInputs > 0) continue;
      const outputs = step.outputs.filter((output) => writers.get(output) === step);
      if (outputs.length === 0) continue;
      const [label, ...otherLabels] = new Set(step.inputs.map((input) => labels.get(input)));
      if (otherLabels.length > 0) return { decoupled: lastLabel > 0, mixingModel: step.model };
      const stepLabel = step.decoupled ? ++lastLabel : label ?? 0;
      for (const output of outputs) labels.set(output, stepLabel);
    }
  }
  const outputLabels = new Set(ensemble.output.map(({ name }) => labels.get(name)));
  const isMixed = outputLabels.size > 1 && !outputLabels.has(void 0);
  return { decoupled: lastLabel > 0, ...isMixed ? { mixingModel: ensemble.name } : {} };
}

// lib/model-config/repository/context.ts
function repositoryContext(configs, versions = /* @__PURE__ */ new Map()) {
  const models2 = new Map(configs.map((config) => [config.name, config]));
  const flows = /* @__PURE__ */ new Map();
  const completedEnsembles = /* @__PURE__ */ new Set();
  const isDecoupled = (name) => {
    const member = models2.get(name);
    if (!member?.ensemble_scheduling) return member?.model_transaction_policy?.decoupled ?? false;
    return flows.get(member)?.decoupled ?? false;
  };
  const flowOf = (ensemble) => {
    const stack = flows.has(ensemble) ? [] : [ensemble];
    for (let current = stack.at(-1); current; current = stack.at(-1)) {
      const members = flows.has(current) ? [] : nestedEnsembles(current, models2).filter((member) => !flows.has(member));
      if (members.length > 0) {
        flows.set(current, { decoupled: false });
        stack.push(...members);
      } else {
        stack.pop();
        if (!completedEnsembles.has(current)) flows.set(current, decoupledFlow(current, isDecoupled));
        completedEnsembles.add(current);
      }
    }
    return flows.get(ensemble) ?? { decoupled: false };
  };
  return { models: models2, versions, flowOf };
}
function nestedEnsembles({ ensemble_scheduling: ensemble }, models2) {
  const members = [...new Set((ensemble?.step ?? []).map((step) => models2.get(step.model_name)))];
  return members.flatMap((member) => member?.ensemble_scheduling ? [member] : []).reverse();
}
function resolvedSteps(ensemble, { models: models2 }) {
  return (ensemble.ensemble_scheduling?.step ?? []).flatMap((step, index) => {
    const member = models2.get(step.model_name);
    return member ? [{ step, member, field: `ensemble_scheduling.step[${index}]` }] : [];
  });
}

// lib/findings/join-names.ts
var MAX_NAMES = 50;
function joinNames(names2) {
  const omitted = names2.length - MAX_NAMES;
  return `${names2.slice(0, MAX_NAMES).join(", ")}${omitted > 0 ? `, \u2026 and ${omitted} more` : ""}`;
}

// lib/model-config/rules/metrics.ts
function controlsOf({ model_metrics: metrics }) {
  return (metrics?.metric_control ?? []).map((control, index) => ({
    control,
    field: `model_metrics.metric_control[${index}]`
  }));
}
var TAG_NAME = /^([A-Za-z0-9][A-Za-z0-9_]*)?$/;
function* checkTagNames({ metric_tags: tags }) {
  for (const name of tags.keys()) {
    if (!TAG_NAME.test(name)) {
      yield {
        field: `metric_tags[${name}]`,
        message: `tag '${name}' would crash the server; use letters, digits and '_', beginning with a letter or digit`
      };
    }
  }
}
var ensembleTagRule = { id: "metrics.tag-name", check: checkTagNames };
var metricsRules = [
  {
    id: "metrics.tag-name",
    *check(config) {
      if (!config.ensemble_scheduling) yield* checkTagNames(config);
    }
  },
  {
    id: "metrics.identifier",
    *check(config) {
      for (const { control, field: field2 } of controlsOf(config)) {
        if (!control.metric_identifier) {
          yield { field: `${field2}.metric_identifier`, message: "a metric control needs a metric_identifier" };
        }
      }
    }
  },
  {
    id: "metrics.family",
    *check(config) {
      for (const { control, field: field2 } of controlsOf(config)) {
        if (control.metric_identifier?.family === "") {
          yield {
            field: `${field2}.metric_identifier.family`,
            message: "metric_identifier needs the family of the metric, e.g. 'nv_inference_first_response_histogram_ms'"
          };
        }
      }
    }
  },
  {
    id: "metrics.histogram",
    *check(config) {
      for (const { control, field: field2 } of controlsOf(config)) {
        if (!control.histogram_options) {
          yield { field: `${field2}.histogram_options`, message: "a metric control needs histogram_options" };
        }
      }
    }
  },
  {
    id: "metrics.buckets",
    *check(config) {
      for (const { control, field: field2 } of controlsOf(config)) {
        if (control.histogram_options?.buckets.length === 0) {
          yield {
            field: `${field2}.histogram_options.buckets`,
            message: "histogram_options needs buckets, the upper bounds in ascending order, e.g. [ 100, 500, 2000 ]"
          };
        }
      }
    }
  }
];

// lib/model-config/repository/members.ts
var MAX_SUGGESTIONS = 20;
var SHOWN_MODELS = 10;
function findCycle(ensemble, { models: models2 }) {
  const predecessors = /* @__PURE__ */ new Map();
  const queue = [ensemble.name];
  for (const current of queue) {
    for (const { model_name: name } of models2.get(current)?.ensemble_scheduling?.step ?? []) {
      if (name === ensemble.name) {
        const path30 = [name];
        for (let model = current; model !== void 0; model = predecessors.get(model)) {
          path30.push(model);
        }
        return path30.reverse();
      }
      if (!predecessors.has(name)) {
        predecessors.set(name, current);
        queue.push(name);
      }
    }
  }
  return void 0;
}
var memberRules = [
  ensembleTagRule,
  {
    id: "ens.step-exists",
    *check({ ensemble_scheduling: ensemble }, { models: models2 }) {
      let suggestions = 0;
      for (const [index, { model_name: name }] of (ensemble?.step ?? []).entries()) {
        if (name !== "" && !models2.has(name)) {
          const suggestion = suggestions++ < MAX_SUGGESTIONS ? nearestName(name, [...models2.keys()]) : void 0;
          const advice = suggestion === void 0 ? "add it, or correct the name" : `did you mean '${suggestion}'? Otherwise add it`;
          yield {
            field: `ensemble_scheduling.step[${index}].model_name`,
            message: `the repository has no model '${name}'; ${advice}`
          };
        }
      }
    }
  },
  {
    id: "ens.step-version",
    *check(ensemble, context) {
      for (const { step, member, field: field2 } of resolvedSteps(ensemble, context)) {
        const folders = context.versions.get(member.name) ?? [];
        const loadedVersions = folders.length > 0 ? folders : member.version_policy?.specific?.versions.map(String) ?? [];
        if (loadedVersions.length > 0 && step.model_version !== -1n && !loadedVersions.includes(String(step.model_version))) {
          yield {
            field: `${field2}.model_version`,
            message: `model '${member.name}' loads version ${joinNames(loadedVersions)} (${folders.length > 0 ? "version folders" : "version_policy"}), not ${step.model_version}; set -1 for the latest version, or one of the loaded versions`
          };
        }
      }
    }
  },
  {
    id: "ens.circular",
    *check(ensemble, context) {
      const path30 = findCycle(ensemble, context);
      if (path30) {
        yield {
          field: "ensemble_scheduling.step",
          message: `the ensemble runs itself: ${path30.slice(0, SHOWN_MODELS).join(" -> ")}${path30.length > SHOWN_MODELS ? " -> \u2026" : ""}; break the cycle`
        };
      }
    }
  },
  {
    id: "ens.batch",
    *check(ensemble, context) {
      for (const { member, field: field2 } of resolvedSteps(ensemble, context)) {
        if (member.max_batch_size > 0 && member.max_batch_size < ensemble.max_batch_size) {
          yield {
            field: field2,
            message: `max_batch_size ${ensemble.max_batch_size} of the ensemble is above ${member.max_batch_size} of its model '${member.name}'; lower the first, or raise the second`
          };
        }
      }
    }
  },
  {
    id: "ens.decoupled",
    *check(ensemble, { flowOf }) {
      const { mixingModel } = flowOf(ensemble);
      if (mixingModel !== void 0) {
        const where = mixingModel === ensemble.name ? "the ensemble's outputs are" : `the step of model '${mixingModel}' receives inputs`;
        yield {
          field: "ensemble_scheduling.step",
          message: `${where} from different decoupled models, whose responses cannot be matched; use the outputs of only one decoupled model`
        };
      }
    }
  }
];

// lib/model-config/repository/tensor-mapping.ts
var isNotEmpty = (tensors) => tensors.length > 0;
var formatNames = (tensors) => joinNames(tensors.map(({ name }) => name));
var nameSets = /* @__PURE__ */ new WeakMap();
function namesOf(tensors) {
  const names2 = nameSets.get(tensors) ?? new Set(tensors.map(({ name }) => name));
  nameSets.set(tensors, names2);
  return names2;
}
function createTensorUse(model, tensor2, modelTensor, dims, field2) {
  const fullDims = model.max_batch_size > 0 ? [-1n, ...dims] : dims;
  return { tensor: tensor2, model: model.name, type: modelTensor.data_type, dims, fullDims, field: field2 };
}
function stepUses({ step, member, field: field2 }) {
  const inputs = member.input.flatMap((input) => {
    const tensor2 = step.input_map.get(input.name);
    return tensor2 === void 0 ? [] : createTensorUse(member, tensor2, input, input.dims, `${field2}.input_map[${input.name}]`);
  });
  const outputs = member.output.flatMap((output) => {
    const tensor2 = step.output_map.get(output.name);
    return tensor2 === void 0 ? [] : createTensorUse(member, tensor2, output, output.dims, `${field2}.output_map[${output.name}]`);
  });
  return [...inputs, ...outputs];
}
function pairUses(ensemble, context) {
  const ensembleUses = [
    ...ensemble.input.map((tensor2, index) => ({ tensor: tensor2, field: `input[${index}]` })),
    ...ensemble.output.map((tensor2, index) => ({ tensor: tensor2, field: `output[${index}]` }))
  ].map(
    ({ tensor: tensor2, field: field2 }) => createTensorUse(ensemble, tensor2.name, tensor2, tensor2.reshape ? tensor2.reshape.shape : tensor2.dims, field2)
  );
  const firstUses = /* @__PURE__ */ new Map();
  const ensembleUseSet = new Set(ensembleUses);
  return [...ensembleUses, ...resolvedSteps(ensemble, context).flatMap(stepUses)].flatMap((use) => {
    const first = firstUses.get(use.tensor);
    if (!first) {
      firstUses.set(use.tensor, use);
    }
    return first && !ensembleUseSet.has(use) ? [{ first, use }] : [];
  });
}
function areCompatible(a, b) {
  return a.length === b.length && a.every((dim, index) => dim === -1n || b[index] === -1n || dim === b[index]);
}
var tensorMappingRules = [
  {
    id: "ens.map-input-exists",
    *check(ensemble, context) {
      for (const { step, member, field: field2 } of resolvedSteps(ensemble, context)) {
        for (const input of isNotEmpty(member.input) ? step.input_map.keys() : []) {
          if (!namesOf(member.input).has(input)) {
            yield {
              field: `${field2}.input_map[${input}]`,
              message: `model '${member.name}' has no input '${input}'; its inputs are ${formatNames(member.input)}`
            };
          }
        }
      }
    }
  },
  {
    id: "ens.map-output-exists",
    *check(ensemble, context) {
      for (const { step, member, field: field2 } of resolvedSteps(ensemble, context)) {
        for (const output of isNotEmpty(member.output) ? step.output_map.keys() : []) {
          if (!namesOf(member.output).has(output)) {
            yield {
              field: `${field2}.output_map[${output}]`,
              message: `model '${member.name}' has no output '${output}'; its outputs are ${formatNames(member.output)}`
            };
          }
        }
      }
    }
  },
  {
    id: "ens.map-required",
    *check(ensemble, context) {
      for (const { step, member, field: field2 } of resolvedSteps(ensemble, context)) {
        for (const { name, optional: optional2 } of member.input) {
          if (!optional2 && !step.input_map.has(name)) {
            yield {
              field: `${field2}.input_map`,
              message: `input '${name}' of model '${member.name}' is not mapped to a tensor; map it, or make it optional`
            };
          }
        }
      }
    }
  },
  {
    id: "ens.dtype",
    *check(ensemble, context) {
      for (const { first, use } of pairUses(ensemble, context)) {
        const areKnown = use.type !== "TYPE_INVALID" && first.type !== "TYPE_INVALID";
        if (areKnown && use.type !== first.type) {
          yield {
            field: use.field,
            message: `tensor '${use.tensor}' is ${use.type} for model '${use.model}', but ${first.type} for '${first.model}'; make them equal`
          };
        }
      }
    }
  },
  {
    id: "ens.shape",
    *check(ensemble, context) {
      for (const { first, use } of pairUses(ensemble, context)) {
        const areKnown = use.dims.length > 0 && first.dims.length > 0;
        if (areKnown && !areCompatible(use.dims, first.dims) && !areCompatible(use.fullDims, first.fullDims)) {
          yield {
            field: use.field,
            message: `tensor '${use.tensor}' has shape [ ${use.fullDims.join(", ")} ] for model '${use.model}', but [ ${first.fullDims.join(", ")} ] for '${first.model}'; make them equal (-1 matches any)`
          };
        }
      }
    }
  },
  {
    // The server accepts tensors with and without a batch dimension. If a tensor has as many dimensions as the model's tensor, the server
    // adds a batch dimension of 1. If the tensor has one dimension more, the server uses the first dimension as the batch dimension.
    id: "ens.unbatched",
    severity: "warning" /* WARNING */,
    *check(ensemble, context) {
      if (ensemble.max_batch_size > 0) return;
      const largestBatch = largestCommonBatch(ensemble, context);
      const inputs = pairUses(ensemble, context).filter(({ first }) => namesOf(ensemble.input).has(first.tensor));
      if (largestBatch > 1 && inputs.some(({ first, use }) => areCompatible(use.dims, first.dims))) {
        yield {
          field: "max_batch_size",
          message: `got none, but the ensemble's models batch up to ${largestBatch}: each request is a batch of 1 for these models, and a request with a larger batch is rejected; set max_batch_size to at most ${largestBatch}`
        };
      }
      for (const { first, use } of inputs) {
        const { max_batch_size: maxBatchSize = 0 } = context.models.get(use.model) ?? {};
        const isBatch = maxBatchSize > 0 && first.dims.length === use.dims.length + 1;
        if (isBatch && first.dims[0] > maxBatchSize) {
          yield {
            field: use.field,
            message: `tensor '${use.tensor}' has ${first.dims[0]} as the batch of model '${use.model}', whose max_batch_size is ${maxBatchSize}: every request fails; lower the first, or raise the second`
          };
        }
      }
    }
  }
];
function largestCommonBatch(ensemble, context) {
  const steps = resolvedSteps(ensemble, context);
  const areAllKnown = steps.length > 0 && steps.length === ensemble.ensemble_scheduling?.step.length;
  return areAllKnown ? Math.min(...steps.map(({ member }) => member.max_batch_size)) : 0;
}

// lib/facts/backends.ts
var MODEL_FORMATS = [
  { backend: "tensorflow", platform: "tensorflow_savedmodel", file: "model.savedmodel", platformRequired: true },
  { backend: "tensorflow", platform: "tensorflow_graphdef", file: "model.graphdef", platformRequired: true },
  { backend: "tensorrt", platform: "tensorrt_plan", file: "model.plan" },
  { backend: "onnxruntime", platform: "onnxruntime_onnx", file: "model.onnx" },
  { backend: "openvino", file: "model.xml" },
  { backend: "pytorch", platform: "pytorch_libtorch", file: "model.pt" },
  { backend: "pytorch", platform: "libtorch", file: "model.pt", since: "26.03", accepted: false },
  { backend: "pytorch", platform: "torch_aoti", file: "model.pt2", since: "26.03", platformRequired: true },
  { backend: "python", file: "model.py" },
  { backend: "dali", file: "model.dali", inferred: false },
  { backend: "fil", inferred: false }
];
var BACKENDS_IN_IMAGE = [
  "identity",
  "square",
  "repeat",
  "onnxruntime",
  "python",
  "dali",
  "pytorch",
  "openvino",
  "fil",
  "tensorrt"
];
var LAST_RELEASE_WITH_TENSORFLOW = "25.02";
var ENSEMBLE_PLATFORM = "ensemble";
var FIL_FILES = /* @__PURE__ */ new Map([
  ["xgboost", "xgboost.model"],
  ["xgboost_json", "xgboost.json"],
  ["xgboost_ubj", "xgboost.ubj"],
  ["lightgbm", "model.txt"],
  ["treelite_checkpoint", "checkpoint.tl"]
]);

// lib/model-config/rules/resolve-backend.ts
function isNotTensorRt({ backend, platform, isBackendKnown }) {
  return isBackendKnown ? platform !== "tensorrt_plan" : backend !== "";
}
function resolveBackend(config, release) {
  const fileName = config.default_model_filename;
  let { backend, platform } = config;
  const tensorFlowFormats = MODEL_FORMATS.filter((format) => format.backend === "tensorflow");
  if (platform === "" && (backend === "" || backend === "tensorflow")) {
    if (fileName === "") return { backend, platform, isBackendKnown: false };
    platform = tensorFlowFormats.find((format) => format.file === fileName)?.platform ?? "";
  }
  if (tensorFlowFormats.some((format) => format.platform === platform)) {
    return { backend: backend || "tensorflow", platform, isBackendKnown: true };
  }
  const candidates = MODEL_FORMATS.filter(
    (format) => format.inferred !== false && format.backend !== "tensorflow" && (format.since ?? "") <= release
  );
  if (backend === "") {
    backend = candidates.find((format) => platform !== "" && format.platform === platform || format.file === fileName)?.backend ?? "";
  }
  if (platform === "") {
    platform = candidates.find((format) => format.backend === backend)?.platform ?? "";
  }
  return { backend, platform, isBackendKnown: true };
}

// lib/model-config/rules/context.ts
var MINIMUM_COMPUTE_CAPABILITY = 6;
function contextOf(config, options) {
  const { tritonRelease: release = NEWEST_RELEASE, instanceType } = options;
  if (!/^\d\d\.\d\d$/.test(release)) {
    throw new Error(`tritonRelease must be a release as in '24.09', got '${release}'`);
  }
  const isGpuTooOld = Number(instanceType?.computeCapability ?? MINIMUM_COMPUTE_CAPABILITY) < MINIMUM_COMPUTE_CAPABILITY;
  return {
    ...resolveBackend(config, release),
    release,
    isReleaseKnown: options.tritonRelease !== void 0 || instanceType !== void 0,
    instanceType,
    customImage: options.customImage ?? false,
    gpuCount: options.gpuCount ?? (isGpuTooOld ? 0 : instanceType?.gpuCount)
  };
}

// lib/model-config/rules/hosted/cpu-threads.ts
var THREAD_PARAMETERS = {
  onnxruntime: { parameter: "intra_op_thread_count", perInstance: true },
  openvino: { parameter: "INFERENCE_NUM_THREADS", perInstance: false },
  pytorch: { parameter: "INTRA_OP_THREAD_COUNT", perInstance: false }
};
function instanceCountOf({ instance_group: groups }, backend) {
  const defaultCount = backend === "onnxruntime" ? 2 : 1;
  return groups.length === 0 ? defaultCount : groups.reduce((sum, { count: count2 }) => sum + (count2 > 0 ? count2 : defaultCount), 0);
}
var cpuThreadRules = [
  {
    id: "ig.cpu-threads",
    severity: "warning" /* WARNING */,
    *check(config, { backend, gpuCount, instanceType }) {
      const { parameter, perInstance } = THREAD_PARAMETERS[backend] ?? {};
      const vcpus = instanceType?.vcpus;
      const threads = Number(parameter && config.parameters.get(parameter)?.string_value);
      if (gpuCount !== 0 || vcpus === void 0 || !(threads > 0)) return;
      const instanceCount = perInstance ? instanceCountOf(config, backend) : 1;
      if (threads * instanceCount <= vcpus) return;
      const usage = instanceCount === 1 ? `${threads} threads` : `${threads} threads for each of ${instanceCount} instances of the model`;
      const allowedCount = Math.floor(vcpus / instanceCount);
      yield {
        field: `parameters[${parameter}]`,
        message: `${usage} on ${instanceType?.name}, which has ${vcpus} vCPUs; threads that wait for each other make requests slower: give ` + (allowedCount > 0 ? `${allowedCount}${instanceCount > 1 ? ", or fewer instances" : ""}` : `at most ${vcpus} instances of the model`)
      };
    }
  }
];

// lib/model-config/rules/hosted/parameters.ts
function parameterRule(id, backend, name, isValid, allowed) {
  return {
    id,
    *check({ parameters }, context) {
      const value = parameters.get(name)?.string_value;
      if (context.backend === backend && value !== void 0 && !isValid(value)) {
        yield { field: `parameters[${name}]`, message: `${name} is '${value}'; allowed: ${allowed}` };
      }
    }
  };
}
var isBoolean = (value) => ["true", "false", "1", "0"].includes(value.toLowerCase());
var startsWithInteger = (value) => /^\s*[+-]?\d/.test(value);
var isOneOf = (values) => (value) => values.includes(value);
var BOOLEAN_VALUES = "'true', 'false', '1' and '0'";
function onlyFor(backend, rules2) {
  return rules2.map((rule) => ({
    ...rule,
    check: (config, context) => context.backend === backend ? rule.check(config, context) : []
  }));
}

// lib/model-config/rules/hosted/fil.ts
var MODEL_TYPES = [...FIL_FILES.keys()];
var FLAG_VALUES = ["true", "false"];
var FLAG_NAMES = ["predict_proba", "xgboost_allow_unknown_field", "use_experimental_optimizations"];
var FIRST_WITH_IS_CLASSIFIER = "25.09";
function isClassifier({ parameters }, release = FIRST_WITH_IS_CLASSIFIER) {
  const names2 = release < FIRST_WITH_IS_CLASSIFIER ? ["output_class"] : ["output_class", "is_classifier"];
  const value = names2.map((name) => parameters.get(name)?.string_value ?? "").find((flag) => FLAG_VALUES.includes(flag));
  return value === void 0 ? void 0 : value === "true";
}
var filRules = onlyFor("fil", [
  parameterRule("fil.type", "fil", "model_type", isOneOf(MODEL_TYPES), MODEL_TYPES.join(", ")),
  ...FLAG_NAMES.map((name) => parameterRule("fil.flag", "fil", name, isOneOf(FLAG_VALUES), FLAG_VALUES.join(", "))),
  {
    id: "fil.output-class",
    *check(config, { release }) {
      if (isClassifier(config, release) !== void 0) return;
      const name = release < FIRST_WITH_IS_CLASSIFIER ? "output_class" : "is_classifier";
      yield {
        field: "parameters",
        message: `the FIL backend of Triton ${release} needs the parameter ${name}; allowed: 'true' for a classifier, 'false' for a regression`
      };
    }
  },
  {
    id: "fil.threshold",
    *check(config, { release }) {
      const value = config.parameters.get("threshold")?.string_value;
      if (isClassifier(config, release) !== true || /^\s*[+-]?(\d|\.\d)/.test(value ?? "")) return;
      yield {
        field: "parameters[threshold]",
        message: `got ${value === void 0 ? "none" : `'${value}'`}; the FIL backend requires it for a classifier; allowed: a number, such as '0.5'`
      };
    }
  }
]);

// lib/facts/invocation-limits.ts
var RESPONSE_SECONDS = 60;
var STREAM_SECONDS = 8 * 60;
var ASYNCHRONOUS_SECONDS = 60 * 60;
function maxRequestSeconds({ asynchronous, streaming } = {}) {
  return asynchronous ? ASYNCHRONOUS_SECONDS : streaming ? STREAM_SECONDS : RESPONSE_SECONDS;
}

// lib/model-config/rules/hosted/image.ts
var TAG_SUFFIXES = /* @__PURE__ */ new Map([
  ["vllm", "vllm-python-py3"],
  ["tensorrtllm", "trtllm-python-py3"]
]);
var BACKENDS_ONLY_IN_GPU_BUILDS = ["dali"];
var RESPONSE_LIMIT_MICROSECONDS = 1000000n * BigInt(maxRequestSeconds());
var imageRules = [
  {
    id: "name.serve-shell",
    *check({ name }) {
      if (/[\s*?[\]]/.test(name)) {
        yield {
          field: "name",
          message: `name '${name}' has white space or one of * ? [ ], which the container's start script would expand; use letters, digits, '-' and '_'`
        };
      }
    }
  },
  {
    id: "backend.available",
    severity: "warning" /* WARNING */,
    *check(_, { backend, customImage }) {
      if (customImage || backend === "" || backend === "tensorflow" || BACKENDS_IN_IMAGE.includes(backend)) return;
      const suffix = TAG_SUFFIXES.get(backend);
      const suggestion = nearestName(backend, BACKENDS_IN_IMAGE);
      if (suggestion !== void 0) {
        yield {
          field: "backend",
          message: `the SageMaker image has no backend '${backend}'; did you mean '${suggestion}'?`
        };
        return;
      }
      yield {
        field: "backend",
        message: suffix ? `the SageMaker image has no backend '${backend}'; build your own image from nvcr.io/nvidia/tritonserver:<release>-${suffix}, which has the backend, and pass the image with TritonImage.fromAsset or TritonImage.fromEcrRepository` : `the SageMaker image has no backend '${backend}'; use your own image that has it, put libtriton_${backend}.so into the model's folder if it is written in C++, or use one of ${BACKENDS_IN_IMAGE.join(", ")}`
      };
    }
  },
  {
    id: "backend.cpu",
    severity: "warning" /* WARNING */,
    *check(_, { backend, customImage, gpuCount, instanceType }) {
      if (customImage || gpuCount !== 0 || !instanceType || !BACKENDS_ONLY_IN_GPU_BUILDS.includes(backend)) return;
      yield {
        field: "backend",
        message: `Triton's builds for hosts without GPU have no backend '${backend}', and ${instanceType.name} has no GPU; use an instance type with one, or use a different backend, such as python`
      };
    }
  },
  {
    id: "dyn.queue-delay",
    severity: "warning" /* WARNING */,
    *check({ dynamic_batching: batching }) {
      const delay = batching?.max_queue_delay_microseconds ?? 0n;
      if (delay >= RESPONSE_LIMIT_MICROSECONDS) {
        yield {
          field: "dynamic_batching.max_queue_delay_microseconds",
          message: `a request may wait ${delay} \xB5s for a batch, but SageMaker ends a request after 60 s; set a shorter delay`
        };
      }
    }
  }
];

// lib/model-config/rules/duplicates.ts
function duplicateIndices(values) {
  const earlierValues = /* @__PURE__ */ new Set();
  return values.flatMap((value, index) => {
    const isDuplicate = earlierValues.has(value);
    earlierValues.add(value);
    return isDuplicate ? [index] : [];
  });
}

// lib/model-config/rules/io.ts
function tensorsOf({ input, output }) {
  return [
    ...input.map((tensor2, index) => ({ tensor: tensor2, side: "input", field: `input[${index}]` })),
    ...output.map((tensor2, index) => ({ tensor: tensor2, side: "output", field: `output[${index}]` }))
  ];
}
function describeTensor({
  tensor: tensor2,
  side
}) {
  return tensor2.name === "" ? side : `${side} '${tensor2.name}'`;
}
function severityOfMissing(config, { backend, platform }) {
  if (platform === "ensemble" || backend === "pytorch") {
    return "error" /* ERROR */;
  }
  if (backend === "onnxruntime") {
    return config.input.length > 0 && config.output.length > 0 ? "error" /* ERROR */ : void 0;
  }
  return ["tensorrt", "tensorflow", "openvino", "dali"].includes(backend) ? void 0 : "warning" /* WARNING */;
}
var ioRules = [
  {
    id: "io.name",
    *check(config) {
      for (const { tensor: tensor2, side, field: field2 } of tensorsOf(config)) {
        if (tensor2.name === "") {
          yield { field: `${field2}.name`, message: `an ${side} needs a name` };
        }
      }
    }
  },
  {
    id: "io.unique",
    severity: "warning" /* WARNING */,
    *check({ input, output }) {
      for (const [side, list2] of Object.entries({ input, output })) {
        const names2 = list2.map(({ name }) => name);
        for (const index of duplicateIndices(names2)) {
          yield {
            field: `${side}[${index}].name`,
            message: `${side} '${names2[index]}' is declared more than once; Triton loads this, but counts it twice and then rejects requests; list each tensor once`
          };
        }
      }
    }
  },
  {
    id: "io.dtype",
    *check(config, context) {
      const severity = severityOfMissing(config, context);
      for (const entry of severity ? tensorsOf(config) : []) {
        if (entry.tensor.data_type === "TYPE_INVALID") {
          yield {
            field: `${entry.field}.data_type`,
            message: `${describeTensor(entry)} needs a data_type, e.g. TYPE_FP32`,
            severity
          };
        }
      }
    }
  },
  {
    id: "io.dims",
    *check(config, context) {
      const severity = severityOfMissing(config, context);
      for (const entry of severity ? tensorsOf(config) : []) {
        if (entry.tensor.dims.length === 0) {
          const hint = config.max_batch_size > 0 ? " (without the batch dimension)" : "";
          yield {
            field: `${entry.field}.dims`,
            message: `${describeTensor(entry)} needs dims${hint}, e.g. [ 1 ]`,
            severity
          };
        }
      }
    }
  },
  {
    id: "io.dim-value",
    *check(config) {
      for (const entry of tensorsOf(config)) {
        for (const [index, dim] of entry.tensor.dims.entries()) {
          if (dim < 1n && dim !== -1n) {
            yield {
              field: `${entry.field}.dims[${index}]`,
              message: `dim ${dim} of ${describeTensor(entry)} must be at least 1, or -1 for a variable dimension`
            };
          }
        }
      }
    }
  },
  {
    id: "input.format-dims",
    *check({ input }) {
      for (const [index, { name, format, dims }] of input.entries()) {
        if ((format === "FORMAT_NHWC" || format === "FORMAT_NCHW") && dims.length !== 3) {
          yield {
            field: `input[${index}].format`,
            message: `${format} needs 3 dims, input '${name}' has ${dims.length}; set 3 dims (the batch dimension is implied), or remove the format`
          };
        }
      }
    }
  },
  ...["input", "output"].map((side) => ({
    id: `${side}.shape-tensor`,
    *check(config, context) {
      for (const entry of tensorsOf(config).filter((candidate) => candidate.side === side)) {
        if (entry.tensor.is_shape_tensor && isNotTensorRt(context)) {
          yield {
            field: `${entry.field}.is_shape_tensor`,
            message: `${describeTensor(entry)} is a shape tensor, which only platform tensorrt_plan has; leave is_shape_tensor out`
          };
        }
      }
    }
  })),
  {
    id: "io.nonlinear-trt",
    *check(config, context) {
      for (const entry of tensorsOf(config)) {
        if (entry.tensor.is_non_linear_format_io && isNotTensorRt(context)) {
          yield {
            field: `${entry.field}.is_non_linear_format_io`,
            message: `${describeTensor(entry)} has a non-linear format, which only platform tensorrt_plan has; leave it out`
          };
        }
      }
    }
  },
  {
    id: "io.nonlinear-3",
    *check(config, context) {
      for (const entry of tensorsOf(config)) {
        if (entry.tensor.is_non_linear_format_io && !isNotTensorRt(context) && entry.tensor.dims.length !== 3) {
          yield {
            field: `${entry.field}.dims`,
            message: `a non-linear format needs 3 dims, ${describeTensor(entry)} has ${entry.tensor.dims.length}`
          };
        }
      }
    }
  }
];

// lib/model-config/rules/hosted/onnxruntime.ts
var TENSORRT_PARAMETERS = [
  "precision_mode",
  "max_workspace_size_bytes",
  "int8_calibration_table_name",
  "int8_use_native_calibration_table",
  "trt_max_partition_iterations",
  "trt_min_subgraph_size",
  "trt_dla_enable",
  "trt_dla_core",
  "trt_engine_cache_enable",
  "trt_engine_cache_path",
  "trt_engine_cache_prefix",
  "trt_dump_subgraphs",
  "trt_force_sequential_engine_build",
  "trt_context_memory_sharing_enable",
  "trt_layer_norm_fp32_fallback",
  "trt_timing_cache_enable",
  "trt_timing_cache_path",
  "trt_force_timing_cache",
  "trt_detailed_build_log",
  "trt_build_heuristics_enable",
  "trt_sparsity_enable",
  "trt_builder_optimization_level",
  "trt_auxiliary_streams",
  "trt_tactic_sources",
  "trt_extra_plugin_lib_paths",
  "trt_profile_min_shapes",
  "trt_profile_max_shapes",
  "trt_profile_opt_shapes",
  "trt_cuda_graph_enable",
  "trt_dump_ep_context_model",
  "trt_ep_context_file_path",
  "trt_ep_context_embed_mode"
];
var BF16_PRECISION_RELEASE = "26.02";
var TENSORRT_11_RELEASE = "26.07";
var BF16_TENSOR_RELEASE = "26.03";
var GRAPH_LEVELS = [-1, 0, 1, 2];
function acceleratorsOf({ optimization }) {
  const { gpu_execution_accelerator: gpu = [], cpu_execution_accelerator: cpu = [] } = optimization?.execution_accelerators ?? {};
  const field2 = "optimization.execution_accelerators";
  return [
    ...gpu.map((accelerator, index) => ({
      ...accelerator,
      device: "gpu",
      field: `${field2}.gpu_execution_accelerator[${index}]`
    })),
    ...cpu.map((accelerator, index) => ({
      ...accelerator,
      device: "cpu",
      field: `${field2}.cpu_execution_accelerator[${index}]`
    }))
  ];
}
function isOnCpu({ instance_group: groups }, gpuCount) {
  return gpuCount === 0 || groups.length > 0 && groups.every(({ kind }) => kind === "KIND_CPU");
}
var acceleratorRules = [
  {
    id: "onnx.accel",
    *check(config) {
      for (const { name, device, field: field2 } of acceleratorsOf(config)) {
        const allowed = device === "gpu" ? ["tensorrt", "cuda"] : ["openvino"];
        if (!allowed.includes(name)) {
          yield {
            field: `${field2}.name`,
            message: `ONNX Runtime has no ${device} accelerator '${name}'; use ${allowed.join(" or ")}`
          };
        }
      }
    }
  },
  {
    id: "onnx.accel-param",
    *check(config) {
      for (const { name, parameters, field: field2 } of acceleratorsOf(config)) {
        for (const parameter of name === "tensorrt" ? parameters.keys() : []) {
          if (!TENSORRT_PARAMETERS.includes(parameter)) {
            yield {
              field: `${field2}.parameters[${parameter}]`,
              message: `accelerator tensorrt has no parameter '${parameter}'; it has ${TENSORRT_PARAMETERS.join(", ")}`
            };
          }
        }
      }
    }
  },
  {
    id: "onnx.precision",
    *check(config, { release }) {
      const allowed = ["FP32", "FP16", "INT8", ...release < BF16_PRECISION_RELEASE ? [] : ["BF16"]];
      for (const { name, parameters, field: field2 } of acceleratorsOf(config)) {
        const mode = name === "tensorrt" ? parameters.get("precision_mode") : void 0;
        if (mode !== void 0 && !allowed.includes(mode)) {
          yield {
            field: `${field2}.parameters[precision_mode]`,
            message: `precision_mode is '${mode}'; allowed: ${allowed.join(", ")}`
          };
        }
      }
    }
  },
  {
    id: "onnx.strong-typing",
    severity: "warning" /* WARNING */,
    *check(config, { release, isReleaseKnown }) {
      if (!isReleaseKnown) return;
      for (const { name, parameters, field: field2 } of acceleratorsOf(config)) {
        const mode = name === "tensorrt" ? parameters.get("precision_mode") : void 0;
        if (mode !== void 0 && mode !== "FP32" && release >= TENSORRT_11_RELEASE) {
          yield {
            field: `${field2}.parameters[precision_mode]`,
            message: `precision_mode is '${mode}', but Triton ${release} has TensorRT 11, which uses the types of the ONNX file and accepts no precision; convert the file, and leave precision_mode out`
          };
        }
      }
    }
  },
  {
    id: "onnx.tensorrt-build",
    severity: "warning" /* WARNING */,
    *check(config, { gpuCount, instanceType }) {
      if (!instanceType || isOnCpu(config, gpuCount)) return;
      for (const { name, parameters, device, field: field2 } of acceleratorsOf(config)) {
        const isCached = ["1", "true"].includes((parameters.get("trt_engine_cache_enable") ?? "").toLowerCase());
        if (name !== "tensorrt" || device !== "gpu" || isCached && parameters.get("trt_engine_cache_path")) continue;
        yield {
          field: field2,
          message: "each instance of the model builds its engine when it starts, which takes minutes (4 to 10 were reported) and delays scaling and updates: use an engine that the deployment builds (Backend.TENSORRT with ModelFiles.fromEngineBuild), or put the engine cache for this GPU into the model's folder and set trt_engine_cache_enable and trt_engine_cache_path"
        };
      }
    }
  },
  {
    id: "onnx.gpu-accel-cpu",
    severity: "warning" /* WARNING */,
    *check(config, { gpuCount }) {
      for (const { name, device, field: field2 } of acceleratorsOf(config)) {
        if (device === "gpu" && isOnCpu(config, gpuCount)) {
          yield {
            field: field2,
            message: `accelerator ${name} has no effect: every instance group runs on the CPU; leave it out`
          };
        }
      }
    }
  }
];
var onnxRuntimeRules = onlyFor("onnxruntime", [
  ...acceleratorRules,
  parameterRule("onnx.cudnn", "onnxruntime", "cudnn_conv_algo_search", isOneOf(["0", "1", "2"]), "'0', '1' and '2'"),
  parameterRule("onnx.arena", "onnxruntime", "arena_extend_strategy", isOneOf(["0", "1"]), "'0' and '1'"),
  parameterRule("onnx.exec-mode", "onnxruntime", "execution_mode", isOneOf(["0", "1"]), "'0' and '1'"),
  {
    id: "onnx.graph",
    severity: "warning" /* WARNING */,
    *check({ optimization }) {
      const level = optimization?.graph?.level ?? 0;
      if (!GRAPH_LEVELS.includes(level)) {
        yield {
          field: "optimization.graph.level",
          message: `level ${level} means all optimizations, like 0; -1 is basic, 1 extended, 2 none`
        };
      }
    }
  },
  {
    id: "onnx.optional-batching",
    *check({ input, max_batch_size: maximum }) {
      for (const [index, { name, optional: optional2 }] of input.entries()) {
        if (optional2 && maximum > 0) {
          yield {
            field: `input[${index}].optional`,
            message: `ONNX Runtime accepts optional inputs only with max_batch_size 0, and '${name}' is optional; make it required, or set max_batch_size to 0`
          };
        }
      }
    }
  },
  {
    id: "onnx.ragged-optional",
    *check({ input }) {
      for (const [index, { name, optional: optional2, allow_ragged_batch: ragged }] of input.entries()) {
        if (optional2 && ragged) {
          yield {
            field: `input[${index}].allow_ragged_batch`,
            message: `ONNX Runtime accepts no input that is both optional and ragged, and '${name}' is both; remove one of the two options`
          };
        }
      }
    }
  },
  {
    id: "onnx.dtype",
    *check(config, { release }) {
      for (const entry of tensorsOf(config)) {
        if (entry.tensor.data_type === "TYPE_BF16" && release < BF16_TENSOR_RELEASE) {
          yield {
            field: `${entry.field}.data_type`,
            message: `${describeTensor(entry)} is TYPE_BF16, which ONNX Runtime does not accept in Triton ${release}; use TYPE_FP16 or TYPE_FP32`
          };
        }
      }
    }
  }
]);

// lib/model-config/rules/hosted/openvino.ts
var openVinoRules = onlyFor("openvino", [
  {
    id: "ov.cpu",
    *check({ instance_group: groups }) {
      for (const [index, { kind }] of groups.entries()) {
        if (kind === "KIND_GPU") {
          yield {
            field: `instance_group[${index}].kind`,
            message: "OpenVINO runs on CPUs only, got KIND_GPU; use KIND_CPU"
          };
        }
      }
    }
  },
  {
    id: "ov.batch",
    severity: "warning" /* WARNING */,
    *check({ max_batch_size: maximum, parameters }) {
      const padding = parameters.get("ENABLE_BATCH_PADDING")?.string_value ?? "";
      if (maximum > 1 && padding.toLowerCase() !== "yes") {
        yield {
          field: "parameters[ENABLE_BATCH_PADDING]",
          message: `got '${padding}' with max_batch_size ${maximum}: each request with a batch size other than ${maximum} fails, and so do requests that are batched; set 'YES', or max_batch_size 0`
        };
      }
    }
  }
]);

// lib/model-config/rules/hosted/pytorch.ts
var TYPES = ["BOOL", "UINT8", "INT8", "INT16", "INT32", "INT64", "FP16", "FP32", "FP64", "STRING"];
var INDEXED_NAME = /^((?!__).)*__\d*$/s;
var NAMING_ADVICE = "name tensors <name>__<index>, e.g. 'INPUT__0'";
function tensorsOnSide(config, side) {
  return tensorsOf(config).filter((entry) => entry.side === side);
}
function sequenceNames({ sequence_batching: batching }) {
  return [
    ...(batching?.control_input ?? []).map(({ name }, index) => ({
      name,
      field: `sequence_batching.control_input[${index}].name`
    })),
    ...(batching?.state ?? []).flatMap(({ input_name: input, output_name: output }, index) => [
      { name: input, field: `sequence_batching.state[${index}].input_name` },
      { name: output, field: `sequence_batching.state[${index}].output_name` }
    ])
  ];
}
var inputAndOutputRules = ["input", "output"].flatMap((side) => [
  {
    id: `pt.${side}s`,
    *check(config) {
      if (config[side].length === 0) {
        yield {
          field: side,
          message: `PyTorch models need every ${side} listed: a TorchScript file does not contain them`
        };
      }
    }
  },
  {
    id: side === "input" ? "pt.dtype-in" : "pt.dtype-out",
    *check(config) {
      for (const entry of tensorsOnSide(config, side)) {
        const type = entry.tensor.data_type.replace("TYPE_", "");
        if (type !== "INVALID" && !TYPES.includes(type)) {
          yield {
            field: `${entry.field}.data_type`,
            message: `${describeTensor(entry)} is ${entry.tensor.data_type}; PyTorch models accept TYPE_${TYPES.join(", TYPE_")}`
          };
        }
      }
    }
  },
  {
    id: side === "input" ? "pt.string-in" : "pt.string-out",
    *check(config) {
      for (const entry of tensorsOnSide(config, side)) {
        const dims = entry.tensor.reshape?.shape ?? entry.tensor.dims;
        const rank = dims.length + (config.max_batch_size > 0 ? 1 : 0);
        if (entry.tensor.data_type === "TYPE_STRING" && rank > 1) {
          yield {
            field: `${entry.field}.dims`,
            message: `${describeTensor(entry)} is a list of strings of rank ${rank} with its batch dimension; PyTorch models accept rank 1`
          };
        }
      }
    }
  }
]);
var namingRules = [
  {
    id: "pt.name-double-underscore",
    severity: "warning" /* WARNING */,
    *check(config) {
      for (const entry of tensorsOf(config)) {
        if (entry.tensor.name.includes("__") && !INDEXED_NAME.test(entry.tensor.name)) {
          yield {
            field: `${entry.field}.name`,
            message: `${describeTensor(entry)} has more than a number after its first '__', so its index is not read; ${NAMING_ADVICE}`
          };
        }
      }
    }
  },
  {
    id: "pt.out-name",
    severity: "warning" /* WARNING */,
    *check({ output }) {
      const namesWithoutIndex = output.filter(({ name }) => !name.includes("__"));
      if (namesWithoutIndex.length > 0 && namesWithoutIndex.length < output.length) {
        yield {
          field: "output",
          message: `outputs with and without index are mixed, so their order in the configuration decides, not the index; ${NAMING_ADVICE}`
        };
      }
    }
  },
  {
    id: "pt.seq-name",
    *check(config) {
      for (const { name, field: field2 } of sequenceNames(config)) {
        if (name !== "" && !INDEXED_NAME.test(name)) {
          yield {
            field: field2,
            message: `PyTorch finds control and state tensors by index, but '${name}' has none; ${NAMING_ADVICE}`
          };
        }
      }
    }
  },
  {
    id: "pt.state-named-index",
    *check(config) {
      const isStateful = (config.sequence_batching?.state.length ?? 0) > 0;
      for (const entry of isStateful ? tensorsOf(config) : []) {
        if (!INDEXED_NAME.test(entry.tensor.name)) {
          yield {
            field: `${entry.field}.name`,
            message: `with states, every input and output needs an index, but '${entry.tensor.name}' has none; ${NAMING_ADVICE}`
          };
        }
      }
    }
  }
];
var BOOLEAN_PARAMETERS = [
  "DISABLE_OPTIMIZED_EXECUTION",
  "INFERENCE_MODE",
  "DISABLE_CUDNN",
  "ENABLE_WEIGHT_SHARING",
  "ENABLE_CACHE_CLEANING",
  "ENABLE_TENSOR_FUSER",
  "ENABLE_JIT_PROFILING",
  "ENABLE_JIT_EXECUTOR"
];
var INTEGER_PARAMETERS = ["INTRA_OP_THREAD_COUNT", "INTER_OP_THREAD_COUNT"];
var pytorchRules = onlyFor("pytorch", [
  ...inputAndOutputRules,
  ...namingRules,
  ...BOOLEAN_PARAMETERS.map((name) => parameterRule(`pt.param.${name}`, "pytorch", name, isBoolean, BOOLEAN_VALUES)),
  ...INTEGER_PARAMETERS.map(
    (name) => parameterRule(`pt.param.${name}`, "pytorch", name, startsWithInteger, "integers, e.g. '4'")
  ),
  {
    id: "pt.param.ENABLE_NVFUSER",
    severity: "warning" /* WARNING */,
    *check({ parameters }) {
      if (parameters.has("ENABLE_NVFUSER")) {
        yield {
          field: "parameters[ENABLE_NVFUSER]",
          message: "ENABLE_NVFUSER was removed and has no effect; leave it out"
        };
      }
    }
  },
  {
    id: "pt.aoti",
    *check(config, { platform, release }) {
      if (platform !== "torch_aoti") {
        return;
      }
      if (release < "26.03") {
        yield {
          field: "platform",
          message: `torch_aoti requires Triton 26.03 or newer, got release ${release}`
        };
      }
      if (config.max_batch_size > 1) {
        yield {
          field: "max_batch_size",
          message: `torch_aoti does not batch, got max_batch_size ${config.max_batch_size}; set 0 or 1`
        };
      }
      if (config.sequence_batching) {
        yield { field: "sequence_batching", message: "torch_aoti accepts no sequence_batching; leave it out" };
      }
    }
  }
]);

// lib/model-config/rules/hosted/released-backends.ts
var releasedBackendRules = [
  {
    id: "backend.tensorflow-removed",
    *check(_, { backend, release, isReleaseKnown }) {
      if (isReleaseKnown && backend === "tensorflow" && release > LAST_RELEASE_WITH_TENSORFLOW) {
        yield {
          field: "backend",
          message: `Triton ${release} no longer includes the tensorflow backend; use ${LAST_RELEASE_WITH_TENSORFLOW}, or export the model to ONNX`
        };
      }
    }
  },
  {
    id: "warm.batch-max",
    *check({ model_warmup: warmup, max_batch_size: maximum }, { backend }) {
      const allowed = Math.max(maximum, 1);
      for (const [index, { batch_size: size }] of warmup.entries()) {
        if (size > allowed && backend !== "") {
          yield {
            field: `model_warmup[${index}].batch_size`,
            message: `batch_size ${size} is above ${allowed}, the largest possible batch (max_batch_size ${maximum}); set 1 to ${allowed}`
          };
        }
      }
    }
  }
];

// lib/facts/versions.ts
function isInRange(version3, { since, until }) {
  return (since === void 0 || compareVersions(version3, since) >= 0) && (until === void 0 || compareVersions(version3, until) < 0);
}
function compareVersions(a, b) {
  const [left, right] = [a, b].map((version3) => version3.split(".").map(Number));
  const differing = left.findIndex((number2, index) => right[index] !== void 0 && right[index] !== number2);
  return differing === -1 ? 0 : left[differing] - right[differing];
}

// lib/facts/tensorrt-gpus.ts
var GPU_SUPPORT = [
  { computeCapability: "3.7", until: "8.6", source: "TensorRT 8.5.2 release notes: 8.5 is the last for Kepler" },
  { computeCapability: "7.0", until: "10.5", source: "TensorRT 10.5.0 release notes: Volta support removed" },
  {
    computeCapability: "7.5",
    source: "NVIDIA, TensorRT support matrix of 2022-07; Triton 26.10 release notes: compute capability 7.5 and later"
  },
  { computeCapability: "8.0", source: "NVIDIA, TensorRT support matrix of 2022-07" },
  {
    computeCapability: "8.6",
    since: "7.2.1",
    source: "NVIDIA, TensorRT support matrix of 2022-07; NVIDIA/TensorRT#975"
  },
  { computeCapability: "8.9", since: "8.5", source: 'NVIDIA/TensorRT#2727: 8.4 fails with "Unsupported SM: 0x809"' },
  { computeCapability: "9.0", since: "8.5", source: "NVIDIA/TensorRT, CHANGELOG.md, 8.5.1: Hopper" },
  {
    computeCapability: "10.0",
    since: "10.8",
    source: "TensorRT 10.8.0 release notes: Blackwell, B200 as early access"
  },
  {
    computeCapability: "10.3",
    since: "10.13",
    source: 'DGX GB300 release notes: "TensorRT version 10.13 includes functional support for GB300"; TensorRT 10.14.1 release notes'
  },
  {
    computeCapability: "12.0",
    since: "10.8",
    source: "TensorRT 10.8.0 release notes: Blackwell; with 10.7 NVIDIA/TensorRT#4317"
  }
];
var PRECISION_SUPPORT = {
  BF16: {
    lowest: "8.0",
    source: 'NVIDIA/TensorRT v10.16, samples/common/sampleOptions.cpp: "BF16 only supported on Ampere+"'
  },
  FP8: {
    lowest: "8.9",
    source: 'NVIDIA Model Optimizer, support matrix: "FP8 \u2026 Ada and Later"; TensorRT 10.3.0 release notes: FP8 for SM 89'
  },
  INT8: {
    notPreferred: "10.3",
    source: "NVIDIA/TensorRT v10.13.0 to v10.16, samples/common/sampleOptions.cpp: --best leaves INT8 out for SM 10.3, and --int8 does not; TensorRT 11.5.0 release notes: 10.3 has INT8"
  }
};
function gpuSupportOf(computeCapability) {
  return GPU_SUPPORT.find((row) => row.computeCapability === computeCapability);
}
function supportsGpu(tensorRt, computeCapability) {
  const row = gpuSupportOf(computeCapability);
  return row && isInRange(tensorRt, row);
}
function precisionSupportOf(precision) {
  return PRECISION_SUPPORT[precision];
}

// lib/facts/tensorrt.ts
var FIRST_RELEASE_WITH_TENSORRT_11 = "26.06";
var OPSETS = [
  ["8.2", 13],
  ["8.6", 17],
  ["9.3", 19],
  ["10.1", 20],
  ["10.15", 24],
  ["11", 25]
];
function tensorRtOf(release) {
  if (release === void 0) return void 0;
  const row = findTritonRelease(release);
  if (row?.tensorRt !== void 0) {
    return { version: row.tensorRt, confirmed: !row.unconfirmed?.includes("tensorrt") };
  }
  return compareReleases(release, FIRST_RELEASE_WITH_TENSORRT_11) < 0 ? void 0 : { version: "11", confirmed: true, orNewer: true };
}
function formatTensorRtVersion({ version: version3, confirmed, orNewer }) {
  if (orNewer) return `${version3} or newer`;
  return confirmed ? version3 : `${version3} (reported by users)`;
}
function releasesSupportingGpu(computeCapability) {
  return tritonReleases().filter(
    ({ tensorRt, minComputeCapability }) => tensorRt !== void 0 && Number(computeCapability) >= Number(minComputeCapability) && supportsGpu(tensorRt, computeCapability)
  ).map(({ release }) => release);
}
function newestOpset(tensorRt) {
  return OPSETS.find(([version3]) => compareVersions(tensorRt, version3) <= 0)?.[1];
}
function firstReleaseWithTensorRt(tensorRt) {
  return tritonReleases().find((row) => row.tensorRt !== void 0 && compareVersions(row.tensorRt, tensorRt) >= 0);
}

// lib/model-config/rules/hosted/tensorrt-gpu.ts
var tensorRtGpuRule = {
  id: "trt.gpu",
  *check(_, { release, isReleaseKnown, instanceType, customImage }) {
    const capability = instanceType?.computeCapability;
    const tensorRt = isReleaseKnown ? tensorRtOf(release) : void 0;
    const gpu = capability === void 0 ? void 0 : gpuSupportOf(capability);
    if (!gpu || !tensorRt || supportsGpu(tensorRt.version, gpu.computeCapability)) return;
    const allowed = releasesSupportingGpu(gpu.computeCapability);
    if (allowed.length === 0) return;
    yield {
      field: "backend",
      message: `got compute capability ${capability} (${instanceType?.name}, ${instanceType?.gpuModel}), which TensorRT ${formatTensorRtVersion(tensorRt)} of Triton ${release} does not support (${supportLimit(gpu)}); allowed: ${formatReleases(allowed, gpu)}, or a different GPU`,
      // A user's own image can contain a different TensorRT version than the release. From TensorRT 11 on, the version in the image is never
      // older than the version of the release.
      ...tensorRt.confirmed && (!customImage || tensorRt.orNewer) ? {} : { severity: "warning" /* WARNING */ }
    };
  }
};
function supportLimit({ since, until }) {
  return until === void 0 ? `added in ${since}` : `removed in ${until}`;
}
function formatReleases(releases, { until }) {
  return until === void 0 ? `Triton ${releases[0]} or newer` : `Triton ${releases.at(-1)} or older`;
}

// lib/model-config/rules/hosted/tensorrt.ts
var TYPES2 = ["FP32", "FP16", "INT8", "UINT8", "BF16", "INT32", "INT64", "BOOL"];
function isMultiDevice({ parameters }) {
  return ["true", "1"].includes(parameters.get("enable_multi_device")?.string_value.toLowerCase() ?? "");
}
function graphSpecs({ optimization }) {
  return (optimization?.cuda?.graph_spec ?? []).map((spec, index) => ({
    spec,
    field: `optimization.cuda.graph_spec[${index}]`
  }));
}
function* checkMultiDevice(config, gpuCount) {
  const field2 = "parameters[multi_device_gpus]";
  const gpus = (config.parameters.get("multi_device_gpus")?.string_value ?? "").split(",").map((gpu) => gpu.trim());
  if (gpus.length < 2 || !gpus.every((gpu) => /^\d+$/.test(gpu))) {
    yield {
      field: field2,
      message: `enable_multi_device needs multi_device_gpus with two or more GPUs, e.g. '0,1'; got '${gpus}'`
    };
  }
  for (const gpu of gpus) {
    if (gpuCount !== void 0 && Number(gpu) >= gpuCount) {
      yield { field: field2, message: `gpu ${gpu} does not exist: there are ${gpuCount}` };
    }
  }
  for (const [index, { kind, profile }] of config.instance_group.entries()) {
    if (kind !== "KIND_MODEL" || profile.length > 1) {
      yield {
        field: `instance_group[${index}]`,
        message: `enable_multi_device needs KIND_MODEL with at most one profile, got ${kind} with ${profile.length}`
      };
    }
  }
}
var tensorRtRules = onlyFor("tensorrt", [
  {
    id: "trt.cpuimage",
    *check(_, { gpuCount, instanceType }) {
      if (gpuCount === 0) {
        yield {
          field: "backend",
          message: `TensorRT needs a GPU, and ${instanceType?.name ?? "the server"} has none that Triton can use`
        };
      }
    }
  },
  tensorRtGpuRule,
  {
    id: "trt.kind",
    *check(config) {
      for (const [index, { kind }] of isMultiDevice(config) ? [] : config.instance_group.entries()) {
        if (kind === "KIND_CPU" || kind === "KIND_MODEL") {
          yield {
            field: `instance_group[${index}].kind`,
            message: `TensorRT runs on GPUs only, got ${kind}; use KIND_GPU`
          };
        }
      }
    }
  },
  {
    id: "trt.multi",
    *check(config, { gpuCount }) {
      if (isMultiDevice(config)) {
        yield* checkMultiDevice(config, gpuCount);
      }
    }
  },
  parameterRule(
    "trt.alloc",
    "tensorrt",
    "execution_context_allocation_strategy",
    isOneOf(["STATIC", "ON_PROFILE_CHANGE"]),
    "'STATIC' and 'ON_PROFILE_CHANGE'"
  ),
  {
    id: "trt.dtype",
    *check(config) {
      for (const entry of tensorsOf(config)) {
        const type = entry.tensor.data_type.replace("TYPE_", "");
        if (type !== "INVALID" && !TYPES2.includes(type)) {
          yield {
            field: `${entry.field}.data_type`,
            message: `${describeTensor(entry)} is ${entry.tensor.data_type}; TensorRT accepts TYPE_${TYPES2.join(", TYPE_")}`
          };
        }
      }
    }
  },
  {
    id: "trt.ragged-nonlinear",
    *check({ input }) {
      for (const [index, tensor2] of input.entries()) {
        if (tensor2.allow_ragged_batch && tensor2.is_non_linear_format_io) {
          yield {
            field: `input[${index}].allow_ragged_batch`,
            message: `input '${tensor2.name}' of a non-linear format cannot be ragged; leave allow_ragged_batch out`
          };
        }
      }
    }
  },
  {
    id: "trt.graph-batch",
    *check(config) {
      const maximum = config.max_batch_size;
      for (const { spec, field: field2 } of graphSpecs(config)) {
        const allowed = maximum === 0 ? spec.batch_size === 0 : spec.batch_size >= 1 && spec.batch_size <= maximum;
        if (!allowed) {
          yield {
            field: `${field2}.batch_size`,
            message: `CUDA graph of batch_size ${spec.batch_size}; allowed: ${maximum === 0 ? "0" : `1 to ${maximum}`} (max_batch_size)`
          };
        }
      }
    }
  },
  {
    id: "trt.graph-lower",
    *check(config) {
      for (const { spec, field: field2 } of graphSpecs(config)) {
        const lower = spec.graph_lower_bound;
        if (!lower) {
          continue;
        }
        if (lower.batch_size > spec.batch_size) {
          yield {
            field: `${field2}.graph_lower_bound.batch_size`,
            message: `lower bound ${lower.batch_size} is above the graph's batch_size ${spec.batch_size}`
          };
        }
        for (const [name, { dim }] of lower.input) {
          const upper = spec.input.get(name)?.dim;
          if (!upper || upper.length !== dim.length || dim.some((size, index) => size > upper[index])) {
            yield {
              field: `${field2}.graph_lower_bound.input[${name}]`,
              message: `lower bound [ ${dim.join(", ")} ] must not exceed the graph's input, [ ${upper?.join(", ") ?? "none"} ]`
            };
          }
        }
        for (const name of spec.input.keys()) {
          if (!lower.input.has(name)) {
            yield {
              field: `${field2}.graph_lower_bound.input`,
              message: `the lower bound lacks input '${name}'; add it`
            };
          }
        }
      }
    }
  },
  {
    id: "trt.cc-file",
    severity: "warning" /* WARNING */,
    *check({ cc_model_filenames: files, default_model_filename: file }, { instanceType }) {
      const capability = instanceType?.computeCapability;
      if (files.size > 0 && capability !== void 0 && !files.has(capability)) {
        yield {
          field: "cc_model_filenames",
          message: `no engine for compute capability ${capability} of ${instanceType?.name}, so Triton loads '${file || "model.plan"}'; add key '${capability}'`
        };
      }
    }
  },
  {
    id: "ig.secondary",
    *check({ instance_group: groups }) {
      for (const [index, { secondary_devices: devices }] of groups.entries()) {
        if (devices.length > 1 || devices.some(({ kind }) => kind !== "KIND_NVDLA")) {
          yield {
            field: `instance_group[${index}].secondary_devices`,
            message: `TensorRT accepts at most one secondary device, of KIND_NVDLA; got ${devices.length}`
          };
        }
      }
    }
  }
]);

// lib/model-config/rules/hosted.ts
var pythonRules = onlyFor("python", [
  parameterRule("py.force-cpu", "python", "FORCE_CPU_ONLY_INPUT_TENSORS", isOneOf(["yes", "no"]), "'yes' and 'no'")
]);
var loadingRules = [
  ...releasedBackendRules,
  ...pytorchRules,
  ...tensorRtRules,
  ...onnxRuntimeRules,
  ...pythonRules,
  ...openVinoRules,
  ...filRules
];
var hostedRules = [...imageRules, ...loadingRules, ...cpuThreadRules];

// lib/findings/rule.ts
function applyRules(rules2, subject, context) {
  const findings = [];
  const limitMessages = /* @__PURE__ */ new Set();
  for (const rule of rules2) {
    try {
      for (const found of findingsOf(rule, subject, context)) findings.push(found);
    } catch (problem) {
      if (!(problem instanceof LimitExceededError)) throw problem;
      limitMessages.add(problem.reason);
    }
  }
  const severity = "warning" /* WARNING */;
  return [
    ...findings,
    ...[...limitMessages].map((message) => ({ ruleId: LIMIT_RULE, field: "files", message, severity }))
  ];
}
function* findingsOf(rule, subject, context) {
  const counts = /* @__PURE__ */ new Map();
  const limit = limitOf("ruleFindings");
  for (const { field: field2, message, severity = rule.severity ?? "error" /* ERROR */ } of rule.check(subject, context)) {
    const count2 = (counts.get(severity) ?? 0) + 1;
    counts.set(severity, count2);
    if (count2 <= limit) yield createFinding({ ruleId: rule.id, field: field2, message, severity });
  }
  for (const [severity, count2] of counts) {
    if (count2 > limit)
      yield { ruleId: rule.id, field: "", message: `${count2 - limit} more findings are not listed`, severity };
  }
}

// lib/model-config/rules/backends.ts
function platformsOf(release, backend) {
  return MODEL_FORMATS.filter((format) => format.accepted !== false && (format.since ?? "") <= release).filter((format) => backend === void 0 || format.backend === backend).flatMap(({ platform }) => platform ?? []).sort();
}
var backendRules = [
  {
    id: "backend.required",
    severity: "warning" /* WARNING */,
    *check({ backend, name }, { isBackendKnown }) {
      if (!isBackendKnown && backend === "" && !name.includes(".")) {
        yield {
          field: "backend",
          message: "neither backend nor platform is set, so Triton guesses from the file in the version folder; name the backend, e.g. backend: 'onnxruntime'"
        };
      }
    }
  },
  {
    id: "backend.unexpected-platform",
    *check(_, { backend, platform, isBackendKnown, release }) {
      if (isBackendKnown && backend === "" && platform !== ENSEMBLE_PLATFORM) {
        yield {
          field: "platform",
          message: `platform '${platform}' with no backend is unknown to Triton; allowed: ${platformsOf(release).join(", ")} and ${ENSEMBLE_PLATFORM}; or set the backend by its name${platform === "" ? "" : `, e.g. backend: '${platform}'`}`
        };
      }
    }
  },
  {
    id: "backend.ensemble-no-backend",
    *check(config, { backend, platform }) {
      if (platform === ENSEMBLE_PLATFORM && backend !== "") {
        const assignment = config.backend === "" ? `default_model_filename makes it '${backend}'` : `it is '${backend}'`;
        yield { field: "backend", message: `an ensemble has no backend, but ${assignment}; leave it out` };
      }
    }
  },
  {
    id: "backend.pair",
    *check(_, { backend, platform, isBackendKnown, release }) {
      const allowed = platformsOf(release, backend);
      if (isBackendKnown && platform !== ENSEMBLE_PLATFORM && allowed.length > 0 && !allowed.includes(platform)) {
        yield {
          field: "platform",
          message: `platform '${platform}' does not match backend '${backend}', which requires ${allowed.join(" or ")}; correct one of them, or leave platform out`
        };
      }
    }
  }
];

// lib/model-config/rules/batch-io.ts
var INPUT_KINDS = enums["BatchInput.Kind"].values;
var OUTPUT_KINDS = enums["BatchOutput.Kind"].values;
var namesOf2 = (tensors) => new Set(tensors.map(({ name }) => name));
var batchIoRules = [
  {
    id: "bio.in-kind",
    *check({ batch_input: batchInputs }) {
      for (const [index, { kind }] of batchInputs.entries()) {
        if (!INPUT_KINDS.includes(kind)) {
          yield {
            field: `batch_input[${index}].kind`,
            message: `unknown kind ${kind}; allowed: ${INPUT_KINDS.join(", ")}`
          };
        }
      }
    }
  },
  {
    id: "bio.in-source-count",
    *check({ batch_input: batchInputs }) {
      for (const [index, { kind, source_input: sources }] of batchInputs.entries()) {
        if (sources.length !== 1) {
          yield {
            field: `batch_input[${index}].source_input`,
            message: `${kind} needs exactly 1 source_input, got ${sources.length}`
          };
        }
      }
    }
  },
  {
    id: "bio.in-dtype",
    *check({ batch_input: batchInputs }) {
      for (const [index, { data_type: type }] of batchInputs.entries()) {
        if (type !== "TYPE_INT32" && type !== "TYPE_FP32") {
          yield {
            field: `batch_input[${index}].data_type`,
            message: `a batch input of ${type}; allowed: TYPE_INT32 and TYPE_FP32`
          };
        }
      }
    }
  },
  {
    id: "bio.in-source",
    *check({ batch_input: batchInputs, input }) {
      const inputs = namesOf2(input);
      for (const [index, { source_input: sources }] of batchInputs.entries()) {
        for (const source of sources.filter((name) => !inputs.has(name))) {
          yield {
            field: `batch_input[${index}].source_input`,
            message: `source_input '${source}' is not an input of the model; inputs: ${joinNames([...inputs]) || "none"}`
          };
        }
      }
    }
  },
  {
    id: "bio.out-kind",
    *check({ batch_output: batchOutputs }) {
      for (const [index, { kind }] of batchOutputs.entries()) {
        if (!OUTPUT_KINDS.includes(kind)) {
          yield {
            field: `batch_output[${index}].kind`,
            message: `unknown kind ${kind}; allowed: ${OUTPUT_KINDS.join(", ")}`
          };
        }
      }
    }
  },
  {
    id: "bio.out-source-count",
    *check({ batch_output: batchOutputs }) {
      for (const [index, { kind, source_input: sources }] of batchOutputs.entries()) {
        if (sources.length !== 1) {
          yield {
            field: `batch_output[${index}].source_input`,
            message: `${kind} needs exactly 1 source_input, got ${sources.length}`
          };
        }
      }
    }
  },
  {
    id: "bio.out-source",
    *check({ batch_output: batchOutputs, input }) {
      const inputs = namesOf2(input);
      for (const [index, { source_input: sources }] of batchOutputs.entries()) {
        for (const source of sources.filter((name) => !inputs.has(name))) {
          yield {
            field: `batch_output[${index}].source_input`,
            message: `source_input '${source}' is not an input of the model; inputs: ${joinNames([...inputs]) || "none"}`
          };
        }
      }
    }
  },
  {
    id: "bio.out-target",
    *check({ batch_output: batchOutputs, output }) {
      const outputs = namesOf2(output);
      for (const [index, { target_name: targets }] of batchOutputs.entries()) {
        for (const target of targets.filter((name) => !outputs.has(name))) {
          yield {
            field: `batch_output[${index}].target_name`,
            message: `target_name '${target}' is not an output of the model; outputs: ${joinNames([...outputs]) || "none"}`
          };
        }
      }
    }
  },
  {
    id: "bio.out-target-dup",
    *check({ batch_output: batchOutputs }) {
      for (const [index, { target_name: targets }] of batchOutputs.entries()) {
        for (const duplicate of duplicateIndices(targets)) {
          yield {
            field: `batch_output[${index}].target_name[${duplicate}]`,
            message: `target_name '${targets[duplicate]}' is set more than once; set it once`
          };
        }
      }
    }
  }
];

// lib/model-config/rules/dynamic-batching.ts
var FIELD = "dynamic_batching";
function* checkSizesArePositive(sizes, field2) {
  for (const [index, size] of sizes.entries()) {
    if (size <= 0) {
      yield { field: `${field2}[${index}]`, message: `preferred batch size ${size} must be at least 1` };
    }
  }
}
function* checkSizesWithinMaximum(sizes, maximum, field2) {
  for (const [index, size] of sizes.entries()) {
    if (size > 0 && size > maximum) {
      yield {
        field: `${field2}[${index}]`,
        message: `preferred batch size ${size} is above max_batch_size ${maximum}; ` + (maximum > 0 ? `set 1 to ${maximum}, or raise max_batch_size` : "set max_batch_size, or remove the preferred size")
      };
    }
  }
}
function queuePolicies({ dynamic_batching: batching }) {
  return [...batching?.priority_queue_policy ?? []].map(([level, policy2]) => ({
    level: BigInt(level),
    policy: policy2,
    field: `${FIELD}.priority_queue_policy[${level}]`
  }));
}
var DELAY_MESSAGE = "timeout_action DELAY with a timeout lets requests overtake each other, which preserve_ordering forbids; use REJECT, or drop preserve_ordering";
var dynamicBatchingRules = [
  {
    id: "batch.nonneg",
    *check({ max_batch_size: size }) {
      if (size < 0) {
        yield { field: "max_batch_size", message: `max_batch_size ${size} must be 0 (no batching) or more` };
      }
    }
  },
  {
    id: "dyn.preferred-positive",
    *check({ dynamic_batching: batching }) {
      yield* checkSizesArePositive(batching?.preferred_batch_size ?? [], `${FIELD}.preferred_batch_size`);
    }
  },
  {
    id: "dyn.preferred-max",
    *check({ dynamic_batching: batching, max_batch_size: maximum }) {
      yield* checkSizesWithinMaximum(batching?.preferred_batch_size ?? [], maximum, `${FIELD}.preferred_batch_size`);
    }
  },
  {
    id: "dyn.preferred-duplicate",
    severity: "warning" /* WARNING */,
    *check({ dynamic_batching: batching }) {
      const sizes = batching?.preferred_batch_size ?? [];
      for (const index of duplicateIndices(sizes)) {
        yield {
          field: `${FIELD}.preferred_batch_size[${index}]`,
          message: `preferred batch size ${sizes[index]} is listed more than once, which has no effect; list each size once`
        };
      }
    }
  },
  {
    id: "dyn.max0",
    severity: "warning" /* WARNING */,
    *check({ dynamic_batching: batching, max_batch_size: maximum }) {
      if (batching && maximum === 0) {
        yield {
          field: FIELD,
          message: "dynamic_batching has no effect with max_batch_size 0; set max_batch_size, or leave it out"
        };
      }
    }
  },
  {
    id: "dyn.default-priority",
    *check({ dynamic_batching: batching }) {
      const { priority_levels: levels = 0n, default_priority_level: level = 0n } = batching ?? {};
      if (levels !== 0n && (level === 0n || level > levels)) {
        yield {
          field: `${FIELD}.default_priority_level`,
          message: `default_priority_level ${level} must be 1 to ${levels} (priority_levels)`
        };
      }
    }
  },
  {
    id: "dyn.policy-level",
    *check(config) {
      const levels = config.dynamic_batching?.priority_levels ?? 0n;
      for (const { level, field: field2 } of queuePolicies(config)) {
        if (levels !== 0n && (level === 0n || level > levels)) {
          yield {
            field: field2,
            message: `got a queue policy for level ${level}, but levels are 1 to ${levels} (priority_levels)`
          };
        }
      }
    }
  },
  {
    id: "dyn.policy-without-levels",
    severity: "warning" /* WARNING */,
    *check({ dynamic_batching: batching }) {
      if (!batching || batching.priority_levels !== 0n) {
        return;
      }
      if (batching.priority_queue_policy.size > 0 || batching.default_priority_level !== 0n) {
        yield {
          field: `${FIELD}.priority_levels`,
          message: "without priority_levels, priority settings have no effect; set priority_levels, or leave them out"
        };
      }
    }
  },
  {
    id: "dyn.order-levels",
    *check({ dynamic_batching: batching }) {
      if (batching?.preserve_ordering && batching.priority_levels > 1n) {
        yield {
          field: `${FIELD}.preserve_ordering`,
          message: `preserve_ordering allows one priority level, got priority_levels ${batching.priority_levels}; remove one of the two`
        };
      }
    }
  },
  {
    id: "dyn.order-delay-default",
    *check({ dynamic_batching: batching }) {
      const policy2 = batching?.default_queue_policy;
      const delaysRequests = policy2?.timeout_action === "DELAY" && policy2.default_timeout_microseconds !== 0n;
      if (batching?.preserve_ordering && delaysRequests) {
        yield { field: `${FIELD}.default_queue_policy.timeout_action`, message: DELAY_MESSAGE };
      }
    }
  },
  {
    id: "dyn.order-delay-level",
    *check(config) {
      for (const { policy: policy2, field: field2 } of queuePolicies(config)) {
        const delaysRequests = policy2.timeout_action === "DELAY" && policy2.default_timeout_microseconds !== 0n;
        if (config.dynamic_batching?.preserve_ordering && delaysRequests) {
          yield { field: `${field2}.timeout_action`, message: DELAY_MESSAGE };
        }
      }
    }
  }
];

// lib/model-config/rules/ensemble-graph.ts
function ensembleGraph(steps, inputs) {
  const tensors = /* @__PURE__ */ new Map();
  const tensorOf = (name) => {
    const tensor2 = tensors.get(name) ?? {
      name,
      isWritten: false,
      isComputable: false,
      writers: [],
      pendingWriters: 0,
      readers: []
    };
    tensors.set(name, tensor2);
    return tensor2;
  };
  for (const { input_map: inputMap, output_map: outputMap } of steps) {
    const targets = [...new Set([...outputMap.values()].map(tensorOf))];
    const sources = [...new Set([...inputMap.values()].map(tensorOf))];
    const step = { sources, targets, pendingInputs: sources.length };
    for (const target of targets) {
      target.isWritten = true;
      target.writers.push(step);
      target.pendingWriters++;
    }
    for (const source of sources) source.readers.push(step);
  }
  const queue = [...new Set(inputs.flatMap(({ name }) => tensors.get(name) ?? []))];
  for (const tensor2 of queue) tensor2.isComputable = true;
  for (const tensor2 of queue) {
    for (const step of tensor2.readers) {
      if (--step.pendingInputs > 0) continue;
      for (const target of step.targets) {
        if (--target.pendingWriters > 0 || target.isComputable) continue;
        target.isComputable = true;
        queue.push(target);
      }
    }
  }
  return tensors;
}
function findMissingSource(tensor2) {
  const visited = /* @__PURE__ */ new Set([tensor2]);
  let current = tensor2;
  for (; ; ) {
    const next = missingInputOf(current, visited);
    if (!next) {
      return current;
    }
    visited.add(next);
    current = next;
  }
}
function missingInputOf({ writers }, visited) {
  for (const { sources } of writers) {
    const missingInput = sources.find((source) => !source.isComputable && !visited.has(source));
    if (missingInput) return missingInput;
  }
  return void 0;
}

// lib/model-config/rules/ensembles.ts
var FIELD2 = "ensemble_scheduling.step";
function stepsOf({ ensemble_scheduling: ensemble }) {
  return (ensemble?.step ?? []).map((step, index) => ({ step, field: `${FIELD2}[${index}]` }));
}
function graphOf(config) {
  const steps = stepsOf(config).map(({ step }) => step);
  const isComplete2 = steps.every(({ input_map: inputs, output_map: outputs }) => inputs.size > 0 && outputs.size > 0);
  return config.platform === "ensemble" && steps.length > 0 && isComplete2 ? ensembleGraph(steps, config.input) : void 0;
}
function forbiddenFieldRule(id, field2) {
  return {
    id,
    *check(config) {
      const value = config[field2];
      if (config.ensemble_scheduling && (Array.isArray(value) ? value.length > 0 : value !== void 0)) {
        yield { field: field2, message: `an ensemble accepts no ${field2}; set it on its composing models` };
      }
    }
  };
}
function requiredFieldRule(id, field2, requirement) {
  return {
    id,
    *check(config) {
      for (const { step, field: stepField } of stepsOf(config)) {
        const value = step[field2];
        if (value === "" || value instanceof Map && value.size === 0) {
          yield { field: `${stepField}.${field2}`, message: `the step needs ${requirement}` };
        }
      }
    }
  };
}
var ensembleRules = [
  {
    id: "ens.no-scheduling",
    *check({ platform, ensemble_scheduling: ensemble }) {
      if (platform === "ensemble" && !ensemble) {
        yield {
          field: "ensemble_scheduling",
          message: "platform ensemble requires ensemble_scheduling with its steps"
        };
      }
    }
  },
  {
    id: "ens.platform",
    *check({ ensemble_scheduling: ensemble }, { platform }) {
      if (ensemble && platform !== "ensemble") {
        yield {
          field: "platform",
          message: `ensemble_scheduling requires platform: 'ensemble', got '${platform}'`
        };
      }
    }
  },
  forbiddenFieldRule("ens.instance-group", "instance_group"),
  forbiddenFieldRule("ens.optimization", "optimization"),
  forbiddenFieldRule("ens.warmup", "model_warmup"),
  {
    id: "ens.steps",
    *check({ ensemble_scheduling: ensemble }) {
      if (ensemble?.step.length === 0) {
        yield { field: FIELD2, message: "an ensemble needs at least one step" };
      }
    }
  },
  requiredFieldRule("ens.step-model", "model_name", "the model_name of the model it runs"),
  requiredFieldRule("ens.step-input", "input_map", "an input_map from the model's inputs to tensors of the ensemble"),
  requiredFieldRule(
    "ens.step-output",
    "output_map",
    "an output_map from the model's outputs to tensors of the ensemble"
  ),
  {
    id: "ens.step-version",
    severity: "warning" /* WARNING */,
    *check(config) {
      for (const { step, field: field2 } of stepsOf(config)) {
        if (step.model_version !== -1n && step.model_version < 1n) {
          yield {
            field: `${field2}.model_version`,
            message: `model_version ${step.model_version} means the version folder with that name; set -1 for the latest version`
          };
        }
      }
    }
  },
  {
    id: "ens.namespace",
    severity: "warning" /* WARNING */,
    *check(config) {
      for (const { step, field: field2 } of stepsOf(config)) {
        if (step.model_namespace !== "") {
          yield {
            field: `${field2}.model_namespace`,
            message: "the server sets model_namespace; leave it out"
          };
        }
      }
    }
  },
  {
    id: "ens.output-dup",
    *check(config) {
      const writtenTensors = /* @__PURE__ */ new Set();
      for (const { step, field: field2 } of stepsOf(config)) {
        for (const [output, tensor2] of step.output_map) {
          if (writtenTensors.has(tensor2)) {
            yield {
              field: `${field2}.output_map[${output}]`,
              message: `tensor '${tensor2}' is written more than once; map each output to a separate tensor`
            };
          }
          writtenTensors.add(tensor2);
        }
      }
    }
  },
  {
    id: "ens.input-unused",
    *check(config) {
      const graph = graphOf(config);
      for (const [index, { name }] of graph ? config.input.entries() : []) {
        if (!graph?.has(name)) {
          yield { field: `input[${index}]`, message: `no step uses ensemble input '${name}'; map it, or remove it` };
        }
      }
    }
  },
  {
    id: "ens.input-written",
    severity: "warning" /* WARNING */,
    *check(config) {
      const graph = graphOf(config);
      for (const [index, { name }] of config.input.entries()) {
        if (graph?.get(name)?.isWritten) {
          yield {
            field: `input[${index}]`,
            message: `a step writes ensemble input '${name}'; map the step's output to a separate tensor`
          };
        }
      }
    }
  },
  {
    id: "ens.output-missing",
    *check(config) {
      const graph = graphOf(config);
      for (const [index, { name }] of graph ? config.output.entries() : []) {
        if (!graph?.has(name)) {
          yield {
            field: `output[${index}]`,
            message: `no step writes ensemble output '${name}'; map it, or remove it`
          };
        }
      }
    }
  },
  {
    id: "ens.output-unreachable",
    *check(config) {
      const graph = graphOf(config);
      for (const [index, { name }] of config.output.entries()) {
        const tensor2 = graph?.get(name);
        if (tensor2 && !tensor2.isComputable) {
          const source = findMissingSource(tensor2);
          const why = source === tensor2 ? "" : ` because nothing writes tensor '${source.name}'`;
          yield {
            field: `output[${index}]`,
            message: `ensemble output '${name}' is never computed${why}; connect every step to the ensemble's inputs`
          };
        }
      }
    }
  },
  {
    id: "ens.tensor-unused",
    *check(config) {
      const outputs = new Set(config.output.map(({ name }) => name));
      const tensors = [...graphOf(config)?.values() ?? []];
      const emptyListFindings = [...checkEmptyLists(config, tensors)];
      yield* emptyListFindings;
      if (emptyListFindings.length > 0) return;
      for (const tensor2 of tensors) {
        if (!outputs.has(tensor2.name) && (!tensor2.isComputable || tensor2.readers.length === 0)) {
          const why = tensor2.isComputable ? "is used by no step and is not an output" : "is never computed";
          yield {
            field: FIELD2,
            message: `tensor '${tensor2.name}' ${why}; remove it from the maps, or connect it`
          };
        }
      }
    }
  }
];
function* checkEmptyLists({ input, output }, tensors) {
  const inputs = tensors.filter(({ isWritten }) => !isWritten);
  if (input.length === 0 && inputs.length > 0) {
    yield {
      field: "input",
      message: `the ensemble lists no inputs; list the tensors that its steps read: ${quoteNames(inputs)}`
    };
  }
  const outputs = tensors.filter(({ readers }) => readers.length === 0);
  if (output.length === 0 && outputs.length > 0) {
    yield {
      field: "output",
      message: `the ensemble lists no outputs; list the tensors that its steps write: ${quoteNames(outputs)}`
    };
  }
}
function quoteNames(tensors) {
  return joinNames(tensors.map(({ name }) => `'${name}'`));
}

// lib/model-config/rules/instance-groups.ts
var KINDS = enums["ModelInstanceGroup.Kind"].values;
function groupsOf(config) {
  return config.ensemble_scheduling ? [] : config.instance_group.map((group, index) => ({ group, field: `instance_group[${index}]` }));
}
function gpuRange(gpuCount) {
  return gpuCount === 1 ? "the only GPU is 0" : `GPUs are 0 to ${gpuCount - 1}`;
}
var MAX_INT32 = 2 ** 31 - 1;
function beginsWithIndex(profile) {
  const [, number2] = /^\s*([+-]?\d+)/.exec(profile) ?? [];
  return number2 !== void 0 && Number(number2) >= 0 && Number(number2) <= MAX_INT32;
}
var rules = [
  {
    id: "ig.kind",
    *check(config) {
      for (const { group, field: field2 } of groupsOf(config)) {
        if (!KINDS.includes(group.kind)) {
          yield { field: `${field2}.kind`, message: `unknown kind ${group.kind}; allowed: ${KINDS.join(", ")}` };
        }
      }
    }
  },
  ...Object.entries({ "ig.cpu-gpus": "KIND_CPU", "ig.model-gpus": "KIND_MODEL" }).map(([id, kind]) => ({
    id,
    *check(config) {
      for (const { group, field: field2 } of groupsOf(config)) {
        if (group.kind === kind && group.gpus.length > 0) {
          yield { field: `${field2}.gpus`, message: `${kind} accepts no gpus; leave them out, or use KIND_GPU` };
        }
      }
    }
  })),
  {
    id: "ig.gpu-none",
    *check(config, { gpuCount }) {
      for (const { group, field: field2 } of groupsOf(config)) {
        if (group.kind === "KIND_GPU" && gpuCount === 0 && group.gpus.length === 0) {
          yield {
            field: `${field2}.kind`,
            message: "KIND_GPU needs a GPU that Triton can use, and there is none; use KIND_CPU or KIND_AUTO, or a GPU instance"
          };
        }
      }
    }
  },
  {
    id: "ig.gpu-id",
    *check(config, { gpuCount }) {
      for (const { group, field: field2 } of groupsOf(config)) {
        for (const [index, gpu] of group.kind === "KIND_GPU" ? group.gpus.entries() : []) {
          if (gpu < 0 || gpuCount !== void 0 && gpu >= gpuCount) {
            const allowed = gpuCount === void 0 ? "GPUs count from 0" : gpuRange(gpuCount);
            yield {
              field: `${field2}.gpus[${index}]`,
              message: `gpu ${gpu} does not exist: ${gpuCount === 0 ? "there is no GPU that Triton can use" : allowed}`
            };
          }
        }
      }
    }
  },
  {
    id: "ig.auto-gpus",
    *check(config, { gpuCount = Infinity }) {
      for (const { group, field: field2 } of groupsOf(config)) {
        const missingGpus = group.gpus.filter((gpu) => gpu < 0 || gpu >= gpuCount);
        if (group.kind === "KIND_AUTO" && missingGpus.length > 0) {
          yield {
            field: `${field2}.gpus`,
            message: `without gpu ${missingGpus.join(", ")}, KIND_AUTO becomes KIND_CPU, which accepts no gpus; ${Number.isFinite(gpuCount) && gpuCount > 0 ? `${gpuRange(gpuCount)}; ` : ""}leave gpus out`
          };
        }
      }
    }
  },
  {
    id: "ig.count",
    severity: "warning" /* WARNING */,
    *check(config) {
      for (const { group, field: field2 } of groupsOf(config)) {
        if (group.count < 0) {
          yield { field: `${field2}.count`, message: `count ${group.count} silently becomes 1; set 1 or more` };
        }
      }
    }
  },
  {
    id: "ig.passive",
    severity: "warning" /* WARNING */,
    *check(config) {
      const allGroups = groupsOf(config);
      if (allGroups.length > 0 && allGroups.every(({ group }) => group.passive)) {
        yield {
          field: "instance_group",
          message: "every instance group is passive, so no request is ever executed; keep one group active"
        };
      }
    }
  },
  {
    id: "ig.profile-trt",
    *check(config, context) {
      for (const { group, field: field2 } of groupsOf(config)) {
        if (group.profile.length > 0 && isNotTensorRt(context)) {
          yield { field: `${field2}.profile`, message: "only platform tensorrt_plan has profiles; leave them out" };
        }
      }
    }
  },
  {
    id: "ig.profile-int",
    *check(config, context) {
      for (const { group, field: field2 } of groupsOf(config)) {
        for (const [index, profile] of group.profile.entries()) {
          if (!isNotTensorRt(context) && !beginsWithIndex(profile)) {
            yield {
              field: `${field2}.profile[${index}]`,
              message: `profile '${profile}' must be the index of an optimization profile, e.g. '0'`
            };
          }
        }
      }
    }
  }
];
var instanceGroupRules = rules.map((rule) => ({
  ...rule,
  *check(config, context) {
    const isHostKnown = context.gpuCount !== void 0 || context.instanceType !== void 0;
    for (const finding of rule.check(config, context)) {
      yield { ...finding, severity: isHostKnown ? rule.severity : "warning" /* WARNING */ };
    }
  }
}));
var rateLimiterRules = [
  {
    id: "rl.global-device",
    // A warning, because the configuration is an error only if the server runs with --rate-limit=execution_count.
    severity: "warning" /* WARNING */,
    *check({ instance_group: groups }) {
      const resources = groups.flatMap(
        ({ rate_limiter: limiter }, groupIndex) => (limiter?.resources ?? []).map((resource, index) => ({
          ...resource,
          field: `instance_group[${groupIndex}].rate_limiter.resources[${index}].global`
        }))
      );
      const namesPerDevice = new Set(resources.filter(({ global }) => !global).map(({ name }) => name));
      for (const { name, global, field: field2 } of resources) {
        if (global && namesPerDevice.has(name)) {
          yield {
            field: field2,
            message: `resource '${name}' is both global and per device, which the rate limiter rejects; choose one`
          };
        }
      }
    }
  }
];

// lib/model-config/rules/names.ts
var MAX_NAME_BYTES = 255;
var nameRules = [
  {
    id: "name.empty-request",
    *check({ name }, { release }) {
      if (name !== "" && name.trim() === "" && release >= "26.03") {
        yield { field: "name", message: `name is blank; set the name of the model's folder` };
      }
    }
  },
  {
    id: "name.traversal",
    *check({ name }) {
      if ([".", ".."].includes(name.trim()) || name.includes("/")) {
        yield {
          field: "name",
          message: `name '${name}' is not a valid folder name: it must not be '.' or '..' nor contain '/'; rename the model`
        };
      }
      const bytes = new TextEncoder().encode(name).length;
      if (bytes > MAX_NAME_BYTES) {
        yield {
          field: "name",
          message: `name has ${bytes} bytes, a folder's at most ${MAX_NAME_BYTES}; rename the model`
        };
      }
    }
  }
];

// lib/model-config/rules/releases.ts
var releaseRules = [
  {
    id: "parse.field-since",
    check: (config, { release }) => checkMessage(release, "ModelConfig", config, "")
  }
];
var newestReleaseByType = /* @__PURE__ */ new Map();
function newestReleaseIn(type) {
  const cached = newestReleaseByType.get(type);
  if (cached) {
    return cached;
  }
  const releases = [
    FIRST_RELEASE,
    ...Object.values(enums[type]?.since ?? {}),
    ...Object.values(messages[type] ?? {}).flatMap((field2) => [field2.since, newestReleaseIn(field2.type)])
  ];
  const newest = releases.reduce((a, b = "") => a > b ? a : b, "");
  newestReleaseByType.set(type, newest);
  return newest;
}
function* checkMessage(release, type, message, path30) {
  if (release >= newestReleaseIn(type)) {
    return;
  }
  for (const [name, field2] of Object.entries(messages[type])) {
    const value = message[name];
    if (isUnset(value, field2.type)) {
      continue;
    }
    const since = field2.since ?? FIRST_RELEASE;
    if (since > release) {
      yield { field: path30 + name, message: tooNewMessage(`field ${name}`, since, release) };
    } else if (field2.label === "singular") {
      yield* checkValue(release, field2.type, value, path30 + name);
    } else {
      const elements = field2.label === "map" ? [...value] : Object.entries(value);
      for (const [key, element] of elements) {
        yield* checkValue(release, field2.type, element, `${path30}${name}[${key}]`);
      }
    }
  }
}
function* checkValue(release, type, value, path30) {
  if (type in messages) {
    yield* checkMessage(release, type, value, `${path30}.`);
  } else if (type in enums) {
    const since = enums[type].since[value] ?? FIRST_RELEASE;
    if (since > release) {
      yield { field: path30, message: tooNewMessage(String(value), since, release) };
    }
  }
}
function isUnset(value, type) {
  if (value === void 0 || value === "" || value === false || value === 0 || value === 0n) {
    return true;
  }
  if (Array.isArray(value)) {
    return value.length === 0;
  }
  return value instanceof Map ? value.size === 0 : value === enums[type]?.values[0];
}
function tooNewMessage(subject, since, release) {
  return `${subject} requires Triton ${since} or newer, and ${release} cannot read a config.pbtxt that contains it; use release ${since} or newer, or leave it out`;
}

// lib/model-config/rules/reshape.ts
var formatDims = (dims) => `[ ${dims.join(", ")} ]`;
var MAX_ELEMENTS = 2n ** 63n;
var multiply = (a, b) => a * b < MAX_ELEMENTS ? a * b : MAX_ELEMENTS;
var product = (dims) => dims.reduce(multiply, 1n);
function fixedSizes(dims) {
  const sizes = [1n];
  for (const dim of dims) {
    if (dim === -1n) {
      sizes.push(1n);
    } else {
      sizes[sizes.length - 1] = multiply(sizes[sizes.length - 1], dim);
    }
  }
  return sizes;
}
function reshapedTensors(config) {
  return tensorsOf(config).flatMap((entry) => {
    const shape = entry.tensor.reshape?.shape;
    if (!shape) {
      return [];
    }
    const { dims } = entry.tensor;
    return [
      {
        dims,
        shape,
        title: describeTensor(entry),
        field: `${entry.field}.reshape.shape`,
        hasVariable: { dims: dims.includes(-1n), shape: shape.includes(-1n) },
        isComparable: dims.length > 0 && [...dims, ...shape].every((dim) => dim >= 1n || dim === -1n)
      }
    ];
  });
}
var reshapeRules = [
  {
    id: "io.reshape-empty",
    *check(config) {
      for (const { shape, title, field: field2 } of reshapedTensors(config)) {
        if (shape.length === 0 && config.max_batch_size === 0) {
          yield {
            field: field2,
            message: `${title} cannot have an empty reshape with max_batch_size 0; set a shape, or remove the reshape`
          };
        }
      }
    }
  },
  {
    id: "io.reshape-value",
    *check(config) {
      for (const { shape, title, field: field2 } of reshapedTensors(config)) {
        for (const [index, dim] of shape.entries()) {
          if (dim < 1n && dim !== -1n) {
            yield {
              field: `${field2}[${index}]`,
              message: `dim ${dim} in the reshape of ${title} must be at least 1, or -1 for a variable dimension`
            };
          }
        }
      }
    }
  },
  {
    id: "io.reshape-size",
    *check(config) {
      for (const { dims, shape, title, field: field2, hasVariable, isComparable } of reshapedTensors(config)) {
        const areBothVariable = hasVariable.dims && hasVariable.shape;
        if (isComparable && !areBothVariable && (hasVariable.dims !== hasVariable.shape || product(dims) !== product(shape))) {
          yield {
            field: field2,
            message: `${title}: reshape ${formatDims(shape)} has a different number of elements than dims ${formatDims(dims)}; make them equal`
          };
        }
      }
    }
  },
  {
    id: "io.reshape-wild-count",
    *check(config) {
      for (const { dims, shape, title, field: field2, hasVariable, isComparable } of reshapedTensors(config)) {
        const areBothVariable = hasVariable.dims && hasVariable.shape;
        if (isComparable && areBothVariable && fixedSizes(dims).length !== fixedSizes(shape).length) {
          yield {
            field: field2,
            message: `${title}: reshape ${formatDims(shape)} needs as many variable dims (-1) as dims ${formatDims(dims)}`
          };
        }
      }
    }
  },
  {
    id: "io.reshape-wild-size",
    *check(config) {
      for (const { dims, shape, title, field: field2, hasVariable, isComparable } of reshapedTensors(config)) {
        const [dimsSizes, shapeSizes] = [fixedSizes(dims), fixedSizes(shape)];
        const haveSameVariableCount = hasVariable.dims && hasVariable.shape && dimsSizes.length === shapeSizes.length;
        if (isComparable && haveSameVariableCount && dimsSizes.some((size, index) => size !== shapeSizes[index])) {
          yield {
            field: field2,
            message: `${title}: between the variable dims, reshape ${formatDims(shape)} has a different number of elements than dims ${formatDims(dims)}; make them equal`
          };
        }
      }
    }
  }
];

// lib/model-config/rules/sequence-batching.ts
var FIELD3 = "sequence_batching";
var CORRELATION_ID = "CONTROL_SEQUENCE_CORRID";
var CORRELATION_ID_TYPES = ["TYPE_UINT64", "TYPE_INT64", "TYPE_UINT32", "TYPE_INT32", "TYPE_STRING"];
function controlsOf2({ sequence_batching: batching }) {
  return (batching?.control_input ?? []).flatMap(
    ({ control }, inputIndex) => control.map(({ kind, data_type: dataType, int32_false_true, fp32_false_true, bool_false_true }, index) => ({
      kind,
      dataType,
      valueLists: Object.entries({
        int32_false_true,
        fp32_false_true,
        bool_false_true
      }).filter(([, values]) => values.length > 0),
      field: `${FIELD3}.control_input[${inputIndex}].control[${index}]`
    }))
  );
}
var isFlagControl = ({ kind }) => ["CONTROL_SEQUENCE_START", "CONTROL_SEQUENCE_END", "CONTROL_SEQUENCE_READY"].includes(kind);
var sequenceBatchingRules = [
  {
    id: "seq.cache",
    *check({ sequence_batching: batching, response_cache: cache }) {
      if (batching && cache?.enable) {
        yield {
          field: "response_cache.enable",
          message: "the response cache does not work with sequence_batching; disable it"
        };
      }
    }
  },
  {
    id: "seq.control-name",
    *check({ sequence_batching: batching }) {
      for (const [index, { name }] of (batching?.control_input ?? []).entries()) {
        if (name === "") {
          yield {
            field: `${FIELD3}.control_input[${index}].name`,
            message: "a control input needs the name of a tensor"
          };
        }
      }
    }
  },
  {
    id: "seq.control-name-dup",
    *check({ sequence_batching: batching }) {
      const names2 = (batching?.control_input ?? []).map(({ name }) => name);
      for (const index of duplicateIndices(names2)) {
        if (names2[index] !== "") {
          yield {
            field: `${FIELD3}.control_input[${index}].name`,
            message: `control input '${names2[index]}' is listed more than once; list each tensor in one control_input`
          };
        }
      }
    }
  },
  {
    id: "seq.control-kind-dup",
    *check(config) {
      const earlierKinds = /* @__PURE__ */ new Set();
      for (const { kind, field: field2 } of controlsOf2(config)) {
        if (earlierKinds.has(kind)) {
          yield { field: `${field2}.kind`, message: `${kind} is set for more than one tensor; set it for one` };
        }
        earlierKinds.add(kind);
      }
    }
  },
  {
    id: "seq.bool-none",
    *check(config) {
      for (const { kind, valueLists, field: field2 } of controlsOf2(config).filter(isFlagControl)) {
        if (valueLists.length === 0) {
          yield {
            field: field2,
            message: `${kind} needs one of int32_false_true, fp32_false_true or bool_false_true, e.g. [ 0, 1 ]`
          };
        }
      }
    }
  },
  {
    id: "seq.bool-many",
    *check(config) {
      for (const { kind, valueLists, field: field2 } of controlsOf2(config).filter(isFlagControl)) {
        if (valueLists.length > 1) {
          const fieldNames = valueLists.map(([name]) => name).join(" and ");
          yield { field: field2, message: `${kind} has ${fieldNames}; keep the field that matches the tensor's data type` };
        }
      }
    }
  },
  {
    id: "seq.bool-two",
    *check(config) {
      for (const { valueLists, field: field2 } of controlsOf2(config).filter(isFlagControl)) {
        for (const [name, values] of valueLists) {
          if (values.length !== 2) {
            yield {
              field: `${field2}.${name}`,
              message: `${name} needs 2 values, one for false and one for true; got ${values.length}`
            };
          }
        }
      }
    }
  },
  {
    id: "seq.corrid-no-bool",
    *check(config) {
      for (const { kind, valueLists, field: field2 } of controlsOf2(config)) {
        if (kind === CORRELATION_ID && valueLists.length > 0) {
          yield { field: field2, message: `${kind} accepts only data_type; leave ${valueLists[0][0]} out` };
        }
      }
    }
  },
  {
    id: "seq.corrid-type",
    *check(config) {
      for (const { kind, dataType, field: field2 } of controlsOf2(config)) {
        if (kind === CORRELATION_ID && !CORRELATION_ID_TYPES.includes(dataType)) {
          yield {
            field: `${field2}.data_type`,
            message: `a correlation ID of data_type ${dataType}; allowed: ${CORRELATION_ID_TYPES.join(", ")}`
          };
        }
      }
    }
  },
  {
    id: "seq.oldest-positive",
    *check({ sequence_batching: batching }) {
      yield* checkSizesArePositive(
        batching?.oldest?.preferred_batch_size ?? [],
        `${FIELD3}.oldest.preferred_batch_size`
      );
    }
  },
  {
    id: "seq.oldest-max",
    *check({ sequence_batching: batching, max_batch_size: maximum }) {
      const sizes = batching?.oldest?.preferred_batch_size ?? [];
      yield* checkSizesWithinMaximum(sizes, maximum, `${FIELD3}.oldest.preferred_batch_size`);
    }
  },
  {
    id: "seq.direct-util",
    *check({ sequence_batching: batching }) {
      const share = batching?.direct?.minimum_slot_utilization ?? 0;
      if (share < 0 || share > 1) {
        yield {
          field: `${FIELD3}.direct.minimum_slot_utilization`,
          message: `minimum_slot_utilization ${share} is a share of the slots, from 0 to 1`
        };
      }
    }
  }
];

// lib/model-config/rules/sequence-states.ts
function statesOf({ sequence_batching: batching }) {
  return (batching?.state ?? []).map((state, index) => ({ state, field: `sequence_batching.state[${index}]` }));
}
function initialStatesOf(config) {
  return statesOf(config).flatMap(
    ({ state, field: field2 }) => state.initial_state.length === 1 ? [{ state, initial: state.initial_state[0], field: `${field2}.initial_state[0]` }] : []
  );
}
var sequenceStateRules = [
  {
    id: "seq.state-initial-count",
    *check(config) {
      for (const { state, field: field2 } of statesOf(config)) {
        if (state.initial_state.length > 1) {
          yield {
            field: `${field2}.initial_state`,
            message: `state '${state.input_name}' has ${state.initial_state.length} initial states; set one or none`
          };
        }
      }
    }
  },
  {
    id: "seq.state-initial-dtype",
    *check(config) {
      for (const { state, initial, field: field2 } of initialStatesOf(config)) {
        if (initial.data_type !== state.data_type) {
          yield {
            field: `${field2}.data_type`,
            message: `initial state of ${initial.data_type} for state '${state.input_name}' of ${state.data_type}; make them equal`
          };
        }
      }
    }
  },
  {
    id: "seq.state-initial-name",
    *check(config) {
      for (const { state, initial, field: field2 } of initialStatesOf(config)) {
        if (initial.name === "") {
          yield { field: `${field2}.name`, message: `the initial state of state '${state.input_name}' needs a name` };
        }
      }
    }
  },
  {
    id: "seq.state-dup",
    *check(config) {
      const allStates = statesOf(config);
      const initializedNames = initialStatesOf(config).map(({ state }) => state.input_name);
      const initializedTwice = new Set(duplicateIndices(initializedNames).map((index) => initializedNames[index]));
      for (const index of duplicateIndices(allStates.map(({ state }) => state.input_name))) {
        const { state, field: field2 } = allStates[index];
        yield {
          field: `${field2}.input_name`,
          message: `state input '${state.input_name}' is used more than once; use a separate tensor for each state`,
          // The server detects duplicate states only if both states have an initial state.
          severity: initializedTwice.has(state.input_name) ? "error" /* ERROR */ : "warning" /* WARNING */
        };
      }
    }
  },
  {
    id: "seq.state-initial-rank",
    *check(config) {
      for (const { state, initial, field: field2 } of initialStatesOf(config)) {
        if (initial.dims.length !== state.dims.length) {
          yield {
            field: `${field2}.dims`,
            message: `initial state has ${initial.dims.length} dims, state '${state.input_name}' has ${state.dims.length}; use the same number of dims`
          };
        }
      }
    }
  },
  {
    id: "seq.state-initial-wild",
    *check(config) {
      for (const { state, initial, field: field2 } of initialStatesOf(config)) {
        const variableDim = initial.dims.find((dim) => dim < 0n);
        if (variableDim !== void 0) {
          yield {
            field: `${field2}.dims`,
            message: `the initial state of state '${state.input_name}' needs fixed dims, not ${variableDim}`
          };
        }
      }
    }
  },
  {
    id: "seq.state-initial-dim",
    *check(config) {
      for (const { state, initial, field: field2 } of initialStatesOf(config)) {
        const haveSameRank = initial.dims.length === state.dims.length;
        for (const [index, dim] of haveSameRank ? initial.dims.entries() : []) {
          if (dim >= 0n && state.dims[index] !== -1n && dim !== state.dims[index]) {
            yield {
              field: `${field2}.dims[${index}]`,
              message: `dim ${dim} differs from dim ${state.dims[index]} of state '${state.input_name}'; make them equal`
            };
          }
        }
      }
    }
  },
  {
    id: "seq.state-initial-none",
    *check(config) {
      for (const { state, initial, field: field2 } of initialStatesOf(config)) {
        if (initial.zero_data === void 0 && !initial.data_file) {
          yield {
            field: field2,
            message: `the initial state of state '${state.input_name}' has no data; set zero_data: true or a data_file`
          };
        }
      }
    }
  },
  // The rules on growable memory are warnings, because the server loads the model although its sequences fail.
  {
    id: "seq.growable-same",
    severity: "warning" /* WARNING */,
    *check(config) {
      for (const { state, field: field2 } of statesOf(config)) {
        if (state.use_growable_memory && !state.use_same_buffer_for_input_output) {
          yield {
            field: `${field2}.use_growable_memory`,
            message: "use_growable_memory works only with use_same_buffer_for_input_output: true; otherwise every sequence fails"
          };
        }
      }
    }
  },
  {
    id: "seq.growable-gpu",
    severity: "warning" /* WARNING */,
    *check(config, { gpuCount }) {
      const kinds = config.instance_group.map(({ kind }) => kind);
      const hasNonGpuInstances = gpuCount === 0 || kinds.some((kind) => kind === "KIND_CPU" || kind === "KIND_MODEL");
      for (const { state, field: field2 } of statesOf(config)) {
        if (state.use_growable_memory && hasNonGpuInstances) {
          yield {
            field: `${field2}.use_growable_memory`,
            message: "use_growable_memory works only with instances of KIND_GPU; every sequence on other instances fails"
          };
        }
      }
    }
  }
];

// lib/model-config/rules/serving.ts
var BATCH_STRATEGY_PARAMETER = "TRITON_BATCH_STRATEGY_PATH";
function leavesFolder(path30) {
  let depth = 0;
  return path30.split("/").some((part) => {
    if (part !== "" && part !== ".") depth += part === ".." ? -1 : 1;
    return depth < 0;
  });
}
var FIRST_WITH_LABEL_CHECK = "26.02";
var FIRST_WITH_BATCH_STRATEGY_CHECK = "26.06";
var servingRules = [
  {
    id: "repo.latest",
    *check({ version_policy: policy2 }) {
      if (policy2?.latest?.num_versions === 0) {
        yield {
          field: "version_policy.latest.num_versions",
          message: "latest with num_versions 0 loads no version; set 1 or more, or leave version_policy out"
        };
      }
    }
  },
  {
    id: "repo.version-specific",
    *check({ version_policy: policy2 }) {
      if (policy2?.specific?.versions.length === 0) {
        yield {
          field: "version_policy.specific.versions",
          message: "specific without versions loads no version; list the versions to load, e.g. [ 1 ]"
        };
      }
    }
  },
  {
    id: "agents.none",
    *check({ model_repository_agents: agents }) {
      if (agents?.agents.length === 0) {
        yield {
          field: "model_repository_agents.agents",
          message: "model_repository_agents without agents crashes the server; list the agents, or leave it out"
        };
      }
    }
  },
  {
    id: "cache.decoupled",
    *check({ response_cache: cache, model_transaction_policy: policy2 }) {
      if (cache?.enable && policy2?.decoupled) {
        yield {
          field: "response_cache.enable",
          message: "the response cache does not work with decoupled models; disable it"
        };
      }
    }
  },
  {
    id: "param.unfilled",
    severity: "warning" /* WARNING */,
    *check({ parameters }) {
      for (const [key, { string_value: value }] of parameters) {
        if (/^\$\{\w+\}$/.test(value)) {
          yield {
            field: `parameters[${key}]`,
            message: `got '${value}', the placeholder of an unfilled template; fill in its value, or leave the parameter out`
          };
        }
      }
    }
  },
  {
    id: "param.batch-strategy-seq",
    *check({ parameters, sequence_batching: batching }) {
      if (batching && parameters.has(BATCH_STRATEGY_PARAMETER)) {
        yield {
          field: `parameters[${BATCH_STRATEGY_PARAMETER}]`,
          message: "a batching strategy does not work with sequence_batching; leave one of them out"
        };
      }
    }
  },
  {
    id: "param.batch-strategy-escape",
    *check({ parameters }, { release }) {
      const path30 = parameters.get(BATCH_STRATEGY_PARAMETER)?.string_value ?? "";
      if (!path30.startsWith("/") && leavesFolder(path30)) {
        yield {
          field: `parameters[${BATCH_STRATEGY_PARAMETER}]`,
          message: `'${path30}' is outside of the model's folder; move the library into it`,
          severity: release < FIRST_WITH_BATCH_STRATEGY_CHECK ? "warning" /* WARNING */ : "error" /* ERROR */
        };
      }
    }
  },
  {
    id: "output.label-duplicate",
    *check({ output }) {
      const outputsWithLabels = output.flatMap(
        ({ name, label_filename: path30 }, index) => path30 === "" ? [] : { name, index }
      );
      for (const duplicate of duplicateIndices(outputsWithLabels.map(({ name }) => name))) {
        const { name, index } = outputsWithLabels[duplicate];
        yield {
          field: `output[${index}].label_filename`,
          message: `output '${name}' has more than one label file; set one`
        };
      }
    }
  },
  {
    id: "output.label-escape",
    *check({ output }, { release }) {
      for (const [index, { label_filename: path30 }] of output.entries()) {
        if (leavesFolder(path30)) {
          yield {
            field: `output[${index}].label_filename`,
            message: `'${path30}' is outside of the model's folder; move the label file into it`,
            severity: release < FIRST_WITH_LABEL_CHECK ? "warning" /* WARNING */ : "error" /* ERROR */
          };
        }
      }
    }
  }
];

// lib/model-config/rules/warmup.ts
function samplesOf({ model_warmup: warmup, instance_group: groups }) {
  const hasActiveInstances = groups.length === 0 || groups.some(({ passive }) => !passive);
  return (hasActiveInstances ? warmup : []).flatMap(
    (sample, index) => sample.batch_size > 0 ? [{ ...sample, field: `model_warmup[${index}]` }] : []
  );
}
function sampleTensorsOf(config) {
  return samplesOf(config).flatMap(
    ({ inputs, field: field2 }) => [...inputs].map(([name, tensor2]) => ({ name, tensor: tensor2, field: `${field2}.inputs[${name}]` }))
  );
}
function matchesDims(tensor2, input) {
  return tensor2.dims.length === input.dims.length && tensor2.dims.every((dim, index) => input.dims[index] === -1n || input.dims[index] === dim);
}
function gibibytesOf({ data_type: type, dims }) {
  const bits = type === "TYPE_STRING" ? 32 : Number(/^TYPE_(?:BF|FP|U?INT)(\d{1,2})$/.exec(type)?.[1] ?? 8);
  return dims.reduce((product2, dim) => product2 * Math.max(0, Number(dim)), bits / 8) / 1024 ** 3;
}
var warmupRules = [
  {
    id: "warm.batch0",
    severity: "warning" /* WARNING */,
    *check({ model_warmup: warmup }) {
      for (const [index, { batch_size: size }] of warmup.entries()) {
        if (size === 0) {
          yield {
            field: `model_warmup[${index}].batch_size`,
            message: "a sample without batch_size is skipped; set 1 or more"
          };
        }
      }
    }
  },
  {
    id: "warm.wild",
    *check(config) {
      for (const { name, tensor: tensor2, field: field2 } of sampleTensorsOf(config)) {
        if (tensor2.dims.some((dim) => dim < 0n)) {
          yield {
            field: `${field2}.dims`,
            message: `warm-up input '${name}' needs fixed dims, got [ ${tensor2.dims.join(", ")} ]`
          };
        }
      }
    }
  },
  {
    id: "warm.kind",
    *check(config) {
      for (const { name, tensor: tensor2, field: field2 } of sampleTensorsOf(config)) {
        if (tensor2.zero_data === void 0 && tensor2.random_data === void 0 && !tensor2.input_data_file) {
          yield {
            field: field2,
            message: `warm-up input '${name}' has no data; set zero_data: true, random_data: true or an input_data_file`
          };
        }
      }
    }
  },
  {
    id: "warm.random-string",
    severity: "warning" /* WARNING */,
    *check(config) {
      for (const { name, tensor: tensor2, field: field2 } of sampleTensorsOf(config)) {
        if (tensor2.data_type === "TYPE_STRING" && tensor2.random_data !== void 0) {
          yield {
            field: `${field2}.random_data`,
            message: `random_data does not support strings: input '${name}' would receive empty strings; use zero_data, or an input_data_file`
          };
        }
      }
    }
  },
  {
    id: "warm.size",
    *check(config, { instanceType }) {
      const { name: type, memoryGiB: memory } = instanceFacts(instanceType?.name ?? "") ?? {};
      if (memory === void 0) return;
      for (const { name, tensor: tensor2, field: field2 } of sampleTensorsOf(config)) {
        const sizeGiB = gibibytesOf(tensor2);
        if (sizeGiB > memory) {
          yield {
            field: `${field2}.dims`,
            message: `warm-up input '${name}' has ${sizeGiB.toFixed(0)} GiB, more than the ${memory} GiB of memory of ${type}: the server crashes; use dims as small as the dims of a request`
          };
        }
      }
    }
  },
  {
    id: "warm.match",
    *check(config) {
      const requiredInputs = config.input.filter(({ optional: optional2 }) => !optional2);
      for (const { inputs: inputs2, field: field2 } of samplesOf(config)) {
        const listedInputs = config.input.filter(({ name }) => inputs2.has(name));
        const missingNames = requiredInputs.filter(({ name }) => !inputs2.has(name)).map(({ name }) => `'${name}'`);
        if (missingNames.length > 0) {
          yield {
            field: `${field2}.inputs`,
            message: `the sample lacks input ${joinNames(missingNames)}; list every input of the model`,
            // The server checks only the number of inputs, so an optional input can replace a required input.
            severity: listedInputs.length < requiredInputs.length ? "error" /* ERROR */ : "warning" /* WARNING */
          };
        }
      }
      const inputs = new Map([...config.input].reverse().map((input) => [input.name, input]));
      for (const { name, tensor: tensor2, field: field2 } of sampleTensorsOf(config)) {
        const input = inputs.get(name);
        if (!input) {
          if (!config.sequence_batching) {
            yield {
              field: field2,
              message: `'${name}' is not an input of the model; leave it out, or correct the name`,
              severity: "warning" /* WARNING */
            };
          }
        } else if (input.is_shape_tensor && config.max_batch_size > 0) {
          yield {
            field: field2,
            message: `shape tensor '${name}' of a model with max_batch_size ${config.max_batch_size} cannot be warmed up; leave the sample out`
          };
        } else if (tensor2.data_type !== input.data_type && input.data_type !== "TYPE_INVALID") {
          yield {
            field: `${field2}.data_type`,
            message: `warm-up data of ${tensor2.data_type} for input '${name}' of ${input.data_type}; make them equal`
          };
        } else if (input.dims.length > 0 && !matchesDims(tensor2, input)) {
          yield {
            field: `${field2}.dims`,
            message: `warm-up data of dims [ ${tensor2.dims.join(", ")} ] for input '${name}' of dims [ ${input.dims.join(", ")} ]; use matching dims, without the batch dimension`
          };
        }
      }
    }
  }
];

// lib/model-config/rules/server.ts
var serverRules = [
  ...releaseRules,
  ...nameRules,
  ...backendRules,
  ...dynamicBatchingRules,
  ...sequenceBatchingRules,
  ...sequenceStateRules,
  ...ensembleRules,
  ...ioRules,
  ...reshapeRules,
  ...batchIoRules,
  ...instanceGroupRules,
  ...rateLimiterRules,
  ...warmupRules,
  ...servingRules,
  ...metricsRules
];

// lib/model-config/validate.ts
function validateConfig(config, options) {
  const context = contextOf(config, options);
  const backendRules2 = options.instanceType ? hostedRules : options.backendRules ? loadingRules : [];
  return applyRules([...serverRules, ...backendRules2], config, context);
}
function validateConfigs(configs, options, versions) {
  const context = repositoryContext(configs, versions);
  const duplicates = new Set(duplicateIndices(configs.map(({ name }) => name)));
  return configs.flatMap(
    (config, index) => [
      ...nameFindings(config.name, duplicates.has(index)),
      ...validateConfig(config, options),
      ...config.ensemble_scheduling ? applyRules([...memberRules, ...tensorMappingRules], config, context) : []
    ].map((finding) => ({ ...finding, model: config.name }))
  );
}
function nameFindings(name, isDuplicate) {
  const location = { field: "name", severity: "error" /* ERROR */ };
  if (name === "") {
    return [
      {
        ...location,
        ruleId: "name.required",
        message: "a model in a repository needs a name; set the name of its folder"
      }
    ];
  }
  return isDuplicate ? [{ ...location, ruleId: "name.unique", message: `two models in the repository are named '${name}'; rename one` }] : [];
}

// lib/files/regular-file.ts
var fs4 = __toESM(require("node:fs"));
var path2 = __toESM(require("node:path"));

// lib/files/file-error.ts
var REASONS = {
  EACCES: "permission to read or write this is denied",
  ENOENT: "this file or folder does not exist",
  ENOTDIR: "this is not a folder",
  EISDIR: "this is a folder, not a file",
  ELOOP: "its links form a loop",
  EEXIST: "this exists already",
  ENOTEMPTY: "this folder is not empty",
  ENAMETOOLONG: "this name is too long",
  ENOSPC: "there is no space left",
  EDQUOT: "the user's share of the space is used up",
  EFBIG: "a file may not be this large",
  EROFS: "this file system is read-only",
  EPERM: "this is not permitted",
  EIO: "this cannot be read or written: the system reports an input or output error",
  ENXIO: "this is a socket or device that cannot be opened",
  EINVAL: "this cannot be read or written",
  EMFILE: "too many files are open",
  EXDEV: "this is on a different file system",
  ERR_INVALID_ARG_VALUE: "a name cannot contain a null character"
};
var MAX_PATH_LENGTH = 1e3;
var FileError = class extends Error {
  /** @param reason the message without the path */
  constructor(path30, reason, cause) {
    super(path30 === void 0 ? reason : `${abridged(escapeControlCharacters(path30), MAX_PATH_LENGTH)}: ${reason}`, {
      cause
    });
    this.reason = reason;
    this.code = cause.code ?? "";
  }
  reason;
  /** Error code of the system, such as `ENOENT`. */
  code;
};
function fileErrorOf(error2, file) {
  if (!(error2 instanceof Error) || error2 instanceof FileError) return error2;
  const { code = "", path: path30 = file, syscall } = error2;
  if (syscall === "uv_cwd") return new FileError(void 0, "the current folder does not exist", error2);
  if (code === "ENOENT" && syscall === "mkdir") return new FileError(path30, "this folder cannot be created", error2);
  return Object.hasOwn(REASONS, code) ? new FileError(path30, REASONS[code], error2) : error2;
}
function withFileErrors(file, run) {
  try {
    return run();
  } catch (error2) {
    throw fileErrorOf(error2, file);
  }
}

// lib/files/regular-file.ts
function readRegularFile(file, limits) {
  const descriptor2 = openRegularFile(file, limits);
  try {
    return withFileErrors(file, () => fs4.readFileSync(descriptor2));
  } finally {
    fs4.closeSync(descriptor2);
  }
}
function openRegularFile(file, limits) {
  return withFileErrors(file, () => openAndCheck(file, limits));
}
function openAndCheck(file, { maximumBytes, within }) {
  if (within !== void 0) checkWithin(file, within);
  const descriptor2 = fs4.openSync(file, fs4.constants.O_RDONLY | (fs4.constants.O_NONBLOCK ?? 0));
  try {
    const stat = fs4.fstatSync(descriptor2);
    if (stat.isDirectory()) throw new Error(`got the folder ${file}; allowed: a file`);
    if (!stat.isFile()) throw new Error(`got ${file}, a pipe, socket or device; allowed: a regular file`);
    if (typeof maximumBytes === "string") requireWithin(maximumBytes, stat.size, file);
    else if (stat.size > maximumBytes) {
      throw new Error(`got ${file} with ${stat.size} bytes; allowed: at most ${maximumBytes} bytes`);
    }
    return descriptor2;
  } catch (error2) {
    fs4.closeSync(descriptor2);
    throw error2;
  }
}
function readRegularJson(file, limits) {
  return JSON.parse(readRegularFile(file, limits).toString());
}
function isBelow(realPath2, folder) {
  return realPath2.startsWith(folder.endsWith(path2.sep) ? folder : folder + path2.sep);
}
function checkWithin(file, folder) {
  const [realFile, realFolder] = [fs4.realpathSync(file), fs4.realpathSync(folder)];
  if (isBelow(realFile, realFolder)) return;
  throw new Error(`got ${file}, which links to ${realFile}; allowed: a file inside ${realFolder}, so copy it there`);
}

// lib/model-config/model-config.ts
var FILE_NAME = "config.pbtxt";
function readConfigFile(path30) {
  return readRegularFile(path30, { maximumBytes: "configBytes", within: (0, import_node_path.dirname)(path30) });
}
var ModelConfig = class _ModelConfig {
  constructor(message) {
    this.message = message;
  }
  message;
  /**
   * Parses protobuf text, as in config.pbtxt.
   *
   * @param text content of a config.pbtxt
   * @throws Error `config.pbtxt:line:column: what was expected`, for text that Triton cannot parse either
   */
  static fromText(text2) {
    return new _ModelConfig(parseText2(text2, FILE_NAME));
  }
  /**
   * Reads a config.pbtxt file.
   *
   * @param path path of the file
   * @throws Error if the file cannot be read, is not a regular file, is a link to a file outside its folder, or is larger than 16 MiB, or
   * `path:line:column: what was expected`
   */
  static fromFile(path30) {
    return _ModelConfig._fromBytes(readConfigFile(path30), path30);
  }
  /**
   * Parses the content of a file.
   *
   * @internal
   */
  static _fromBytes(bytes, path30) {
    const config = new _ModelConfig(parseText2(bytes.toString("utf8"), path30));
    if (!(0, import_node_buffer.isUtf8)(bytes) && config.toText().includes("\uFFFD")) {
      throw new Error(`${path30}: expected UTF-8 text ${rulePage("parse.text-proto")}`);
    }
    return config;
  }
  /**
   * Reads the config.pbtxt in the folder of a model.
   *
   * @param path path of the folder of one model in a model repository
   * @throws Error if there is no config.pbtxt, or `path:line:column: what was expected`
   */
  static fromDirectory(path30) {
    return _ModelConfig.fromFile((0, import_node_path.join)(path30, FILE_NAME));
  }
  /**
   * Creates a model configuration from the protobuf JSON format: field names as in the proto file, enums by name, and 64-bit integers as
   * strings or numbers.
   *
   * @param json output of `toJson`, or a part of it
   * @throws Error that names a field that is unknown or whose value has a different type
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- jsii's type for JSON
  static fromJson(json2) {
    return new _ModelConfig(jsonToMessage(json2));
  }
  /**
   * Validates a complete model repository: each configuration individually, and the tensor mapping of the ensembles.
   *
   * @param configs configurations of all models, each with its name
   * @param options properties of the endpoint that serves the repository
   * @returns all findings in the order of the models, or an empty list
   */
  static validateRepository(configs, options = {}) {
    return validateConfigs(
      configs.map((config) => config._document),
      options
    );
  }
  document;
  /** The typed document, for code that reads fields. @internal */
  get _document() {
    this.document ??= documentOf(this.message);
    return this.document;
  }
  /**
   * Returns the content of a config.pbtxt in canonical form. The order of the fields is fixed, so equal configurations result in equal
   * text.
   */
  toText() {
    return printText(this.message);
  }
  /**
   * Returns the configuration in the protobuf JSON format: field names as in the proto file, enums by name, and 64-bit integers as strings.
   * Fields that are not set are omitted.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- jsii's type for JSON
  toJson() {
    return messageToJson(this.message);
  }
  /**
   * Merges a different configuration into a copy of this configuration, as protobuf merges messages: single values are replaced, lists are
   * appended, map entries are added, and messages are merged by field.
   *
   * @param other configuration whose values take precedence
   */
  merge(other) {
    const descriptor2 = modelConfigDescriptor();
    const merged = clone(descriptor2, this.message);
    merge(descriptor2, merged, clone(descriptor2, other.message));
    return new _ModelConfig(merged);
  }
  /**
   * Checks whether Triton accepts the configuration.
   *
   * @param options properties of the endpoint that serves the model. With an instance type, the rules of the backend and of SageMaker also
   * apply
   * @returns all findings, or an empty list
   */
  validate(options = {}) {
    return validateConfig(this._document, options);
  }
};

// lib/model/find-model-file.ts
var path5 = __toESM(require("path"));

// lib/model/render.ts
function omitUndefined(fields2) {
  return Object.fromEntries(Object.entries(fields2).filter(([, value]) => value !== void 0));
}
function requireDefined(owner, fields2) {
  for (const [field2, value] of Object.entries(fields2)) {
    if (value === void 0 || value === null) throw new Error(`${owner}.${field2}: got ${value}; it is required`);
  }
}

// lib/model/backend.ts
var Backend = class _Backend {
  static backends = /* @__PURE__ */ new Map();
  /**
   * TensorRT engines, `model.plan`. GPU only. An engine runs only on the GPU generation and the TensorRT version for which it was built.
   */
  static TENSORRT = _Backend.named("tensorrt");
  /**
   * TorchScript, `model.pt`. The names of inputs and outputs have the form `NAME__<n>`. Inputs can also have the names of the arguments of
   * `forward`.
   */
  static PYTORCH = _Backend.named("pytorch");
  /** ONNX, `model.onnx` (a file, or a folder with this name for models with external data). */
  static ONNXRUNTIME = _Backend.named("onnxruntime");
  /** Python code, `model.py`. */
  static PYTHON = _Backend.named("python");
  /** OpenVINO, `model.xml` and `model.bin`. CPU only. */
  static OPENVINO = _Backend.named("openvino");
  /** DALI pipelines for preprocessing on the GPU, `model.dali` or `dali.py`. */
  static DALI = _Backend.named("dali");
  /** Tree ensembles (XGBoost, LightGBM, Treelite). The parameter `model_type` determines the file name. */
  static FIL = _Backend.named("fil");
  /** An ensemble of other models, which has no model file. See `Ensemble`. */
  static ENSEMBLE = new _Backend("", { platform: ENSEMBLE_PLATFORM });
  /**
   * A backend by its name, such as a custom backend whose library is in the folder of the model.
   *
   * @param name name of the backend, as in `libtriton_<name>.so`
   * @param options platform and file name
   */
  static of(name, options) {
    return new _Backend(name, options);
  }
  /** The backend of a model format. It is a constant of this class if one exists for the format. @internal */
  static _ofFormat(format) {
    const { backend: name, file: defaultFileName, platform, platformRequired } = format;
    const existing = _Backend.backends.get(format);
    const backend = existing ?? new _Backend(name, { defaultFileName, platform: platformRequired ? platform : void 0 });
    _Backend.backends.set(format, backend);
    return backend;
  }
  static named(name) {
    const format = MODEL_FORMATS.find(({ backend }) => backend === name);
    return format ? _Backend._ofFormat(format) : new _Backend(name);
  }
  /** Name of the backend in config.pbtxt. Empty for ensembles. */
  name;
  /** Platform in config.pbtxt, for backends that require a platform. */
  platform;
  /** Name of the model file in each version folder; undefined if the name is unknown. */
  defaultFileName;
  constructor(name, options = {}) {
    requireDefined("Backend", { name });
    this.name = name;
    this.platform = options.platform;
    this.defaultFileName = options.defaultFileName;
  }
};

// lib/model/default-files.ts
var path4 = __toESM(require("path"));

// lib/model/python-source.ts
var fs6 = __toESM(require("fs"));
var import_path2 = require("path");

// lib/model/folder-content.ts
var fs5 = __toESM(require("fs"));
var path3 = __toESM(require("path"));
function isOnDisk(file) {
  return file.source !== void 0 && !file.absent;
}
function isLeftover(name) {
  return [".git", ".ipynb_checkpoints", "__pycache__", ".DS_Store"].includes(name) || name.endsWith(".bak") || isTemporary(name);
}
function readFolder(folder) {
  const root = fs5.realpathSync(folder);
  const files = [];
  const emptyFolders = [];
  const problems = [];
  const pathOf2 = (source) => path3.relative(root, source).split(path3.sep).join("/");
  let entryCount = 0;
  let linkVisits = 0;
  const visit = (current, ancestors) => {
    const names2 = namesIn2(current);
    entryCount += names2.length;
    requireCountWithin("modelEntries", entryCount, root);
    requireCountWithin("modelDepth", ancestors.length, root);
    if (names2.length === 0 && current !== root) emptyFolders.push(pathOf2(current));
    for (const name of names2) {
      const source = path3.join(current, name);
      const linkOrEntry = fs5.lstatSync(source, { throwIfNoEntry: false });
      if (!linkOrEntry) {
        problems.push(`${source} ${missingReason(name)}`);
        continue;
      }
      const isLink = linkOrEntry.isSymbolicLink();
      if (isLink) requireCountWithin("modelLinks", ++linkVisits, root);
      const resolvedPath = isLink ? realPath(source) : path3.join(ancestors[ancestors.length - 1], name);
      if (resolvedPath === void 0) {
        problems.push(`${source} is a link to something that does not exist`);
      } else if (resolvedPath !== root && !isBelow(resolvedPath, root)) {
        problems.push(`${source} links to ${resolvedPath}, which is outside ${root}; copy it into the folder`);
      } else if (ancestors.includes(resolvedPath)) {
        problems.push(`${source} is a link to a folder that contains it`);
      } else {
        const stat = fs5.statSync(resolvedPath);
        if (stat.isDirectory()) visit(source, [...ancestors, resolvedPath]);
        else if (stat.isFile()) files.push({ path: pathOf2(source), source });
        else problems.push(`${source} is neither a file nor a folder`);
      }
    }
  };
  visit(root, [root]);
  return { files, folders: subfolders(root), emptyFolders, problems };
}
function missingReason(name) {
  return name.includes("\uFFFD") ? "has a name that is not UTF-8 text, as keys in S3 are; rename it" : "was removed while its folder was read; try again";
}
function realPath(source) {
  try {
    return fs5.realpathSync.native(source);
  } catch {
    return void 0;
  }
}
function subfolders(root) {
  return namesIn2(root).filter((name) => fs5.statSync(path3.join(root, name), { throwIfNoEntry: false })?.isDirectory());
}
function namesIn2(folder) {
  return fs5.readdirSync(folder).filter((name) => !isLeftover(name)).sort();
}

// lib/model/in-python-environment.ts
function isInPythonEnvironment({ path: path30 }) {
  return /(?:^|\/)lib\/python3\.\d+\//.test(path30);
}

// lib/model/python-source.ts
function readPythonSource(files) {
  return files.filter(isOnDisk).filter((file) => file.path.endsWith(".py") && !isInPythonEnvironment(file)).filter(({ source }) => fs6.statSync(source).size <= limitOf("pythonBytes")).map(({ source }) => fs6.readFileSync(source, "utf8")).join("\n");
}
function readPythonFile({ path: path30, source }) {
  requireWithin("pythonBytes", fs6.statSync(source).size, path30);
  return fs6.readFileSync(source, "utf8");
}
var MODEL_FOLDER = "$$TRITON_MODEL_DIRECTORY";
function environmentPath(environmentParameter2, modelName) {
  const pathInContainer = environmentParameter2.replace(MODEL_FOLDER, `/opt/ml/model/${modelName}`);
  const path30 = import_path2.posix.relative(`/opt/ml/model/${modelName}`, import_path2.posix.normalize(pathInContainer));
  return import_path2.posix.isAbsolute(pathInContainer) && path30 !== "" && !path30.startsWith("..") ? path30 : void 0;
}

// lib/model/default-files.ts
var ACCEPTED_FORMATS = MODEL_FORMATS.filter(({ accepted = true }) => accepted);
var INFERRED_FORMATS = ACCEPTED_FORMATS.filter(({ inferred = true, since }) => inferred && since === void 0);
var FORMATS_WITHOUT_PLATFORM = ACCEPTED_FORMATS.filter(({ platformRequired }) => !platformRequired);
function isKnownBackend({ name }) {
  return MODEL_FORMATS.some(({ backend }) => backend === name);
}
function backendOfExtension(file) {
  const extension = path4.extname(file);
  const format = FORMATS_WITHOUT_PLATFORM.find(
    ({ file: defaultFile = "" }) => extension !== "" && path4.extname(defaultFile) === extension
  );
  return format && Backend._ofFormat(format);
}
function backendOfDefaultFile(fileNames) {
  const format = INFERRED_FORMATS.find(({ file = "" }) => fileNames.includes(file));
  return format?.file === void 0 ? void 0 : { name: format.file, backend: Backend._ofFormat(format) };
}
function backendOf(config, fileNames) {
  const { backend, platform, default_model_filename: fileName } = config._document;
  if (platform === ENSEMBLE_PLATFORM && !backend) return Backend.ENSEMBLE;
  const options = { platform: platform || void 0 };
  const formatOfPlatform = platform ? ACCEPTED_FORMATS.find((format) => format.platform === platform) : void 0;
  if (formatOfPlatform && (!backend || backend === formatOfPlatform.backend))
    return Backend._ofFormat(formatOfPlatform);
  if (backend) {
    const formatOfBackend = platform ? void 0 : FORMATS_WITHOUT_PLATFORM.find((format) => format.backend === backend);
    return formatOfBackend ? Backend._ofFormat(formatOfBackend) : Backend.of(backend, options);
  }
  const names2 = fileName ? [fileName] : fileNames;
  return backendOfDefaultFile(names2)?.backend ?? Backend.of("", options);
}
function defaultFileNameOf(config, backend) {
  const { default_model_filename: fileName, parameters } = config._document;
  if (fileName) return fileName;
  if (backend.name !== Backend.FIL.name) return backend.defaultFileName;
  return FIL_FILES.get(parameters.get("model_type")?.string_value ?? "xgboost");
}
function layoutHintsOf(config, backend) {
  const { name, output, parameters, max_batch_size: maxBatchSize } = config._document;
  const labels = output.map(({ label_filename: label }) => label).filter((label) => label !== "");
  const environment = environmentPath(parameters.get("EXECUTION_ENV_PATH")?.string_value ?? "", name);
  return {
    defaultFileName: defaultFileNameOf(config, backend),
    sharedFiles: environment ? [...labels, environment] : labels,
    maxBatchSize
  };
}

// lib/model/find-model-file.ts
var AMBIGUOUS_EXTENSIONS = [".py", ".txt", ".json", ".model"];
function findModelFile(fileNames, backend) {
  const defaultFile = backend ? defaultFileOf(backend, fileNames) : backendOfDefaultFile(fileNames);
  if (defaultFile) return defaultFile;
  const [found, ...others] = modelFilesIn(fileNames).filter((each) => !backend || executes(backend, each.backend));
  if (others.length === 0) return found;
  return others.every((other) => other.backend === found.backend) ? { backend: found.backend } : void 0;
}
function defaultFileOf(backend, fileNames) {
  const { defaultFileName: name } = backend;
  return name !== void 0 && fileNames.includes(name) ? { name, backend } : void 0;
}
function executes(backend, other) {
  return backend.name === other.name && backend.platform === other.platform;
}
function modelFilesIn(fileNames) {
  return fileNames.flatMap((name) => {
    const backend = backendOfModelFile(name);
    return backend ? [{ name, backend }] : [];
  });
}
function adviceForSeveralFiles(fileNames, backend) {
  const names2 = modelFilesIn(fileNames).filter((each) => backend.name === "" || executes(backend, each.backend)).map(({ name }) => name);
  return names2.length > 1 ? `set default_model_filename (defaultModelFilename) to one of ${joinNames(names2)}` : void 0;
}
function backendOfModelFile(name) {
  if ([...FIL_FILES.values()].includes(name)) return Backend.FIL;
  const format = MODEL_FORMATS.find(({ file, accepted = true }) => accepted && file === name);
  if (format) return Backend._ofFormat(format);
  return AMBIGUOUS_EXTENSIONS.includes(path5.extname(name)) ? void 0 : backendOfExtension(name);
}
function treeModelType(fileName, isSingleFile) {
  const isLoaded = (file) => isSingleFile ? path5.extname(file) === path5.extname(fileName) : file === fileName;
  return [...FIL_FILES].find(([, file]) => isLoaded(file))?.[0];
}

// cli/describe-error.ts
function describeError(error2) {
  const readableError = fileErrorOf(error2);
  return readableError instanceof Error ? readableError.message : String(readableError);
}

// cli/check/check-assembly.ts
var fs9 = __toESM(require("fs"));
var path8 = __toESM(require("path"));

// lib/artifacts/asset-staging.ts
var ASSET_STAGING_KEY = "cdk-sagemaker-triton:assetStaging";
var COPY_FILES_ADVICE = `set the context key '${ASSET_STAGING_KEY}' to '${"copy" /* COPY */}'`;

// cli/assembly/stacks.ts
var fs8 = __toESM(require("fs"));
var path7 = __toESM(require("path"));

// cli/assembly/assets.ts
var fs7 = __toESM(require("fs"));
var path6 = __toESM(require("path"));
var MAX_ASSET_BYTES = 1024 * 1024 * 1024;
var AssemblyAssets = class {
  /** @param allowedFolders first the folder of the assembly, then folders with models that CDK uploads without staging */
  constructor(allowedFolders) {
    this.allowedFolders = allowedFolders;
  }
  allowedFolders;
  paths = /* @__PURE__ */ new Map();
  zipped = /* @__PURE__ */ new Set();
  /**
   * Adds an asset with the key `bucket/key`.
   *
   * @param isZipped whether CDK creates a zip archive for the upload, for example of function code
   */
  add(key, file, isZipped = false) {
    this.paths.set(key, file);
    if (isZipped) this.zipped.add(key);
  }
  get keys() {
    return [...this.paths.keys()];
  }
  has(key) {
    return this.paths.has(key);
  }
  /**
   * Returns the location without opening the file. The path can be outside the allowed folders. A link counts as outside the assembly if
   * its target is outside.
   */
  locate(key) {
    const file = path6.resolve(this.paths.get(key) ?? "");
    const exists = fs7.existsSync(file);
    const [assembly = ""] = this.allowedFolders;
    const isInside = exists ? isBelow(fs7.realpathSync(file), fs7.realpathSync(assembly)) : isBelow(file, path6.resolve(assembly));
    return { file, exists, isInside, isZipped: this.zipped.has(key) };
  }
  /**
   * Returns the size of a file or folder in bytes, without opening files; undefined if it is missing, or is a folder outside the allowed
   * folders.
   */
  bytesOf(key) {
    const file = this.paths.get(key) ?? "";
    const stat = fs7.statSync(file, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) return stat?.size;
    if (!this.isAllowed(fs7.realpathSync(file))) return void 0;
    const entries = fs7.readdirSync(file, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return entries.reduce((sum, { parentPath, name }) => sum + fs7.statSync(path6.join(parentPath, name)).size, 0);
  }
  /**
   * Returns the path of an asset with all links resolved; undefined if no asset has the key. The path of a missing file is returned
   * unchanged. Unlike `locate`, rejects existing paths outside the allowed folders.
   *
   * @throws if the path is outside the allowed folders, or is a pipe, socket or device
   */
  find(key) {
    const file = this.paths.get(key);
    if (file === void 0 || !fs7.existsSync(file)) return file;
    const realPath2 = fs7.realpathSync(file);
    if (!this.isAllowed(realPath2)) {
      const target = realPath2 === file ? "" : `, which links to ${realPath2}`;
      throw new Error(
        `the assembly uploads ${file}${target}; allowed: files inside ${this.allowedFolders.join(" and ")}; if this is a file of your model, add --allow ${path6.dirname(realPath2)}`
      );
    }
    if (fs7.statSync(realPath2).isFile() || fs7.statSync(realPath2).isDirectory()) return realPath2;
    throw new Error(`the assembly uploads ${file}, a pipe, socket or device; allowed: a regular file`);
  }
  /**
   * Returns the content of an asset; undefined if no asset has the key, or the file is missing.
   *
   * @throws if the file is outside the allowed folders, or is not a regular file
   */
  read(key) {
    const file = this.find(key);
    if (file === void 0 || !fs7.existsSync(file)) return void 0;
    return readRegularFile(file, { maximumBytes: MAX_ASSET_BYTES });
  }
  isAllowed(file) {
    return this.allowedFolders.some((folder) => isBelow(file, fs7.realpathSync(folder)));
  }
};
function projectFolders(from = process.cwd()) {
  for (let folder = from; ; folder = path6.dirname(folder)) {
    if (fs7.existsSync(path6.join(folder, "cdk.json"))) return [folder];
    if (folder === path6.dirname(folder)) return [];
  }
}

// cli/assembly/intrinsics.ts
var PSEUDO_PARAMETERS = {
  "AWS::AccountId": "111122223333",
  "AWS::Partition": "aws",
  "AWS::Region": "us-east-1",
  "AWS::StackId": "arn:aws:cloudformation:us-east-1:111122223333:stack/local/0",
  "AWS::StackName": "local",
  "AWS::URLSuffix": "amazonaws.com"
};
function evaluateIntrinsics(value, template) {
  if (Array.isArray(value)) return value.map((item) => evaluateIntrinsics(item, template));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const [[name, argument] = ["", void 0], ...others] = entries;
  if (others.length === 0) {
    const result = INTRINSICS.get(name)?.(argument, template);
    if (result !== void 0) return result;
  }
  const presentEntries = entries.filter(([, inner]) => !isNoValue(inner));
  return Object.fromEntries(presentEntries.map(([key, inner]) => [key, evaluateIntrinsics(inner, template)]));
}
function isNoValue(value) {
  return typeof value === "object" && value !== null && "Ref" in value && value.Ref === "AWS::NoValue";
}
var INTRINSICS = /* @__PURE__ */ new Map([
  [
    "Ref",
    (name, template) => {
      if (!isText(name)) return void 0;
      const value = parameterValue(name, template);
      if (value.length > MAX_UNCOUNTED_LENGTH) countInserted(value.length, template);
      return value;
    }
  ],
  [
    "Fn::GetAtt",
    (argument) => {
      const [id] = Array.isArray(argument) ? argument : String(argument).split(".");
      return typeof id === "string" ? id : void 0;
    }
  ],
  [
    "Fn::Join",
    withListArgument(([separator, parts], template) => {
      if (!Array.isArray(parts) || !isText(separator)) return void 0;
      countInserted(separator.length * parts.length, template);
      return parts.join(separator);
    })
  ],
  ["Fn::Select", withListArgument(([index, items]) => Array.isArray(items) ? items[Number(index)] : void 0)],
  [
    "Fn::Split",
    withListArgument(([separator, text2]) => isText(separator) && isText(text2) ? text2.split(separator) : void 0)
  ],
  [
    "Fn::Sub",
    (argument, template) => {
      const [text2, variables] = Array.isArray(argument) ? argument : [argument, {}];
      const values = evaluateIntrinsics(variables, template);
      if (!isText(text2) || typeof values !== "object" || values === null) return void 0;
      return replacePlaceholders(text2, (name) => {
        const value = Object.hasOwn(values, name) ? String(values[name]) : parameterValue(name.split(".")[0], template);
        countInserted(value.length, template);
        return value;
      });
    }
  ],
  [
    "Fn::FindInMap",
    withListArgument(([map2, topKey, secondKey], { Mappings }) => {
      if (![map2, topKey, secondKey].every(isText)) return void 0;
      return Mappings?.[map2]?.[topKey]?.[secondKey];
    })
  ]
]);
function withListArgument(intrinsic) {
  return (argument, template) => {
    const resolvedArgument = evaluateIntrinsics(argument, template);
    return Array.isArray(resolvedArgument) ? intrinsic(resolvedArgument, template) : void 0;
  };
}
function parameterValue(name, { Parameters = {} }) {
  if (Object.hasOwn(PSEUDO_PARAMETERS, name)) return PSEUDO_PARAMETERS[name];
  return Parameters[name]?.Default ?? name;
}
function isText(value) {
  return typeof value === "string";
}
var MAX_UNCOUNTED_LENGTH = 128;
var MAX_INSERTED_CHARACTERS = 32 * 1024 * 1024;
var insertedCharacters = /* @__PURE__ */ new WeakMap();
function countInserted(characters, template) {
  const total = (insertedCharacters.get(template) ?? 0) + characters;
  insertedCharacters.set(template, total);
  if (total > MAX_INSERTED_CHARACTERS) {
    throw new Error(
      `Fn::Sub, Fn::Join and Ref put in more than ${MAX_INSERTED_CHARACTERS} characters; allowed: at most ${MAX_INSERTED_CHARACTERS} in a template`
    );
  }
}
function replacePlaceholders(text2, valueFor = (name) => parameterValue(name, {})) {
  return text2.replace(/\$\{([^{}!]+)\}/g, (_, name) => valueFor(name));
}

// cli/input/shape.ts
var MAX_SHOWN_CHARACTERS = 100;
function fail(place, value, allowed) {
  const content = value === void 0 ? "nothing" : JSON.stringify(value) ?? String(value);
  const shownContent = content.length > MAX_SHOWN_CHARACTERS ? `${content.slice(0, MAX_SHOWN_CHARACTERS)}\u2026` : content;
  throw new Error(`${place.replace(/: $/, "")}: got ${shownContent}; allowed: ${allowed}`);
}
var anything = (value) => value;
var string = (value, place) => typeof value === "string" ? value : fail(place, value, "text");
var text = (value, place) => {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (isUnresolvedFunction(value)) return JSON.stringify(value);
  if (typeof value === "string" && !value.includes("\0")) return value;
  return fail(place, value, "text without a null character");
};
var number = (value, place) => {
  const parsed = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof parsed === "number" && Number.isFinite(parsed) ? parsed : fail(place, value, "a number");
};
var count = (value, place) => {
  const parsed = number(value, place);
  return Number.isSafeInteger(parsed) && parsed >= 0 ? parsed : fail(place, value, "a whole number of at least 0");
};
function list(item, maximum = Infinity) {
  return (value, place) => {
    if (!Array.isArray(value)) return fail(place, value, "a list");
    if (value.length > maximum) return fail(place, `${value.length} elements`, `at most ${maximum}`);
    return value.map((each, index) => item(each, `${place}[${index}]`));
  };
}
function oneOrMore(item) {
  return (value, place) => Array.isArray(value) ? list(item)(value, place) : [item(value, place)];
}
function table(item) {
  return (value, place) => isObject2(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, item(each, fieldPlace(place, key))])) : fail(place, value, "an object");
}
function fields(shapes) {
  return (value, place) => {
    if (!isObject2(value)) return fail(place, value, "an object");
    const convertedFields = Object.entries(shapes).flatMap(([name, shape]) => {
      const field2 = shape(value[name], fieldPlace(place, name));
      return field2 === void 0 && !(name in value) ? [] : [[name, field2]];
    });
    return { ...value, ...Object.fromEntries(convertedFields) };
  };
}
function optional(shape) {
  return (value, place) => value === void 0 || isUnresolvedFunction(value) ? void 0 : shape(value, place);
}
function json(shape) {
  return (value, place) => {
    const content = text(value, place);
    parseJson(content, place, shape);
    return content;
  };
}
var MAX_DEPTH2 = 200;
var INHERITED_NAMES = new Set(Object.getOwnPropertyNames(Object.prototype));
function parseJson(content, place, shape) {
  let value;
  try {
    value = JSON.parse(content);
  } catch (error2) {
    throw new Error(`${place}: ${error2.message}; allowed: JSON`, { cause: error2 });
  }
  checkStructure(value, place, MAX_DEPTH2);
  return shape(value, place.endsWith(": ") ? place : `${place}: `);
}
function readJson(file, limits, shape = anything) {
  return parseJson(decodeText(readRegularFile(file, limits)), file, shape);
}
function decodeText(bytes) {
  const isUtf16 = bytes[0] === 255 && bytes[1] === 254;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}
function checkStructure(value, place, levels) {
  if (typeof value !== "object" || value === null) return;
  if (levels === 0)
    throw new Error(`${place}: got JSON of more levels than ${MAX_DEPTH2}; allowed: at most ${MAX_DEPTH2}`);
  if (!Array.isArray(value)) {
    const method = Object.keys(value).find((key) => INHERITED_NAMES.has(key));
    if (method !== void 0)
      throw new Error(`${place}: got the key "${method}"; allowed: keys that are no methods of objects`);
  }
  for (const inner of Object.values(value)) checkStructure(inner, place, levels - 1);
}
function isObject2(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function isUnresolvedFunction(value) {
  if (!isObject2(value)) return false;
  const [name, ...others] = Object.keys(value);
  return others.length === 0 && name !== void 0 && name.startsWith("Fn::");
}
function fieldPlace(place, key) {
  return place.endsWith(": ") || place === "" ? `${place}${key}` : `${place}.${key}`;
}

// cli/assembly/resource-shapes.ts
var numberOrParameter = (value, place) => typeof value === "string" && Number.isNaN(Number(value)) ? void 0 : optional(number)(value, place);
var capacitySize = fields({ Type: optional(text), Value: numberOrParameter });
var variants = list(
  fields({
    VariantName: text,
    ModelName: optional(text),
    InstanceType: optional(text),
    InstancePools: optional(list(fields({ InstanceType: text, ModelNameOverride: optional(text) }))),
    CapacityReservationConfig: optional(fields({ MlReservationArn: optional(text) })),
    ManagedInstanceScaling: optional(
      fields({
        Status: optional(text),
        MinInstanceCount: numberOrParameter,
        MaxInstanceCount: numberOrParameter,
        ScaleInPolicy: optional(fields({}))
      })
    ),
    RoutingConfig: optional(fields({ RoutingStrategy: optional(text) }))
  })
);
var container = fields({
  Image: optional(text),
  ModelPackageName: optional(text),
  Mode: optional(text),
  Environment: optional(table(text)),
  ModelDataUrl: optional(text),
  ModelDataSource: optional(fields({ S3DataSource: optional(fields({ S3Uri: optional(text) })) }))
});
var specification = fields({
  ModelName: optional(text),
  Container: optional(
    fields({ Image: optional(text), ArtifactUrl: optional(text), Environment: optional(table(text)) })
  ),
  ComputeResourceRequirements: optional(
    fields({
      NumberOfAcceleratorDevicesRequired: numberOrParameter,
      NumberOfCpuCoresRequired: numberOrParameter,
      MinMemoryRequiredInMb: numberOrParameter,
      MaxMemoryRequiredInMb: numberOrParameter
    })
  )
});
var inferenceComponent = fields({
  InferenceComponentName: optional(text),
  EndpointName: optional(text),
  VariantName: optional(text),
  Specification: optional(specification),
  Specifications: optional(list(specification)),
  RuntimeConfig: optional(fields({ CopyCount: numberOrParameter })),
  DeploymentConfig: optional(
    fields({
      RollingUpdatePolicy: optional(
        fields({ MaximumBatchSize: optional(capacitySize), WaitIntervalInSeconds: numberOrParameter })
      ),
      AutoRollbackConfiguration: optional(fields({ Alarms: optional(list(fields({ AlarmName: text }))) }))
    })
  )
});
var tensor = fields({ name: text, dataType: text, dims: list(text) });
var models = list(
  fields({
    name: text,
    maxBatchSize: number,
    inputs: list(tensor),
    outputs: list(tensor),
    targetModel: optional(text)
  })
);
var examples = table(list(fields({ request: fields({}), response: optional(fields({})) })));
var testPlan = fields({ models, examples });
var testSpec = fields({
  models: optional(models),
  variants: optional(list(text)),
  inferenceComponent: optional(text),
  timeoutSeconds: optional(number),
  latency: optional(fields({ percentile: number, milliseconds: number, requests: count, concurrency: count }))
});
var registrations = list(
  fields({
    variantName: text,
    target: optional(
      fields({
        minCapacity: optional(number),
        maxCapacity: optional(number),
        scheduledActions: optional(list(fields({ scalableTargetAction: optional(fields({})) }), 1e4))
      })
    )
  })
);
var variantsRelease = fields({ EndpointName: text, Deployment: text, Variants: json(registrations) });
var componentRelease = fields({ InferenceComponentName: text, InitialCopyCount: numberOrParameter });
var scalingRelease = (value, place) => isObject2(value) && "InferenceComponentName" in value ? componentRelease(value, place) : variantsRelease(value, place);
var statement = fields({ Action: optional(oneOrMore(text)) });
var policy = fields({ Statement: optional(oneOrMore(statement)) });
var metricOptions = fields({
  id: optional(text),
  label: optional(text),
  stat: optional(text),
  expression: optional(text),
  visible: (value) => value !== false
});
var metricRow = list((value, place) => typeof value === "string" ? value : metricOptions(value, place));
var widgetProperties = fields({
  title: optional(text),
  view: optional(text),
  stacked: (value) => value === true,
  markdown: optional(text),
  query: optional(text),
  alarms: optional(list(text)),
  metrics: optional(list(metricRow)),
  annotations: optional(fields({ horizontal: optional(list(fields({ value: number, label: optional(text) }))) })),
  yAxis: optional(fields({ left: optional(fields({ label: optional(text) })) }))
});
var dashboard = fields({
  widgets: list(
    fields({ type: text, x: number, y: number, width: number, height: number, properties: widgetProperties })
  )
});
var listedFile = fields({ path: text, key: text });
var publicationManifest = fields({
  copies: list(fields({ path: text, key: text, package: optional(text) })),
  texts: list(fields({ path: text, content: string })),
  bundle: optional(fields({ key: text, indexBytes: count, indexSha256: text })),
  engines: optional(list(listedFile)),
  packed: optional(list(fields({ path: text, key: text, engines: list(listedFile) }))),
  table: optional(table(text))
});
var bundleIndex = list(fields({ path: text, bytes: count, sha256: text, package: optional(text) }));
var deployedPackages = fields({
  models: list(fields({ model: text, packages: list(text), files: count, bytes: count })),
  omittedModels: count
});
var PROPERTIES = new Map([
  [
    "AWS::SageMaker::Endpoint",
    fields({
      EndpointName: optional(text),
      EndpointConfigName: optional(text),
      ExcludeRetainedVariantProperties: optional(list(fields({}))),
      DeploymentConfig: optional(
        fields({
          BlueGreenUpdatePolicy: optional(
            fields({
              TrafficRoutingConfiguration: fields({
                CanarySize: optional(capacitySize),
                LinearStepSize: optional(capacitySize),
                WaitIntervalInSeconds: numberOrParameter
              }),
              TerminationWaitInSeconds: numberOrParameter
            })
          ),
          RollingUpdatePolicy: optional(
            fields({ MaximumBatchSize: optional(capacitySize), WaitIntervalInSeconds: numberOrParameter })
          ),
          AutoRollbackConfiguration: optional(fields({ Alarms: optional(list(fields({ AlarmName: text }))) }))
        })
      )
    })
  ],
  [
    "AWS::SageMaker::EndpointConfig",
    fields({ ProductionVariants: optional(variants), ShadowProductionVariants: optional(variants) })
  ],
  ["AWS::SageMaker::InferenceComponent", inferenceComponent],
  ["AWS::SageMaker::Model", fields({ PrimaryContainer: optional(container) })],
  [
    "Custom::TritonModelPublication",
    fields({
      SourceBucket: text,
      ManifestKey: text,
      Bucket: text,
      Prefix: text,
      Declaration: optional(text),
      EnginePrefix: optional(text)
    })
  ],
  [
    "Custom::TritonEngine",
    fields({
      SourceBucket: optional(text),
      ManifestKey: optional(text),
      Prefix: optional(text),
      InstanceType: text,
      Job: text,
      OtherJob: optional(text)
    })
  ],
  [
    "Custom::TritonSmokeTest",
    fields({
      EndpointName: text,
      Spec: json(testSpec),
      ExamplesBucket: optional(text),
      ExamplesKey: optional(text),
      PlanBucket: optional(text),
      PlanKey: optional(text)
    })
  ],
  ["Custom::TritonScalingRelease", scalingRelease],
  ["AWS::CloudWatch::Dashboard", fields({ DashboardName: optional(text), DashboardBody: json(dashboard) })],
  ...["AWS::IAM::Role", "AWS::IAM::Policy", "AWS::IAM::ManagedPolicy"].map(
    (type) => [
      type,
      fields({
        AssumeRolePolicyDocument: optional(policy),
        PolicyDocument: optional(policy),
        Policies: optional(list(fields({ PolicyDocument: optional(policy) })))
      })
    ]
  )
]);

// cli/assembly/template.ts
var MAX_TEMPLATE_BYTES = 16 * 1024 * 1024;
var MAX_RESOURCES = 5e3;
var resourceShape = fields({
  Type: text,
  Properties: optional(fields({})),
  Metadata: optional(fields({})),
  DeletionPolicy: optional(text),
  UpdateReplacePolicy: optional(text)
});
var resourcesShape = (value, place) => {
  if (!isObject2(value)) return fail(place, value, "an object");
  const entries = Object.entries(value).filter(([id]) => !id.startsWith("Fn::"));
  if (entries.length > MAX_RESOURCES)
    return fail(place, `${entries.length} resources`, `at most ${MAX_RESOURCES}; CloudFormation accepts 500`);
  return table(resourceShape)(Object.fromEntries(entries), place);
};
var templateShape = fields({
  Parameters: optional(table(fields({ Default: optional(text) }))),
  Mappings: optional(table(table(table(anything)))),
  Resources: optional(resourcesShape)
});
function readTemplateFile(file, within) {
  return parseTemplate(readRegularFile(file, { maximumBytes: MAX_TEMPLATE_BYTES, within }).toString(), file);
}
function parseTemplate(content, source) {
  return validateTemplate(parseJson(content, source, anything), source);
}
function validateTemplate(value, source) {
  const template = templateShape(value, `${source}: `);
  for (const [id, resource] of Object.entries(template.Resources ?? {})) {
    const place = `${source}: Resources.${id}`;
    try {
      evaluateIntrinsics(resource.Properties, template);
    } catch (error2) {
      throw new Error(`${place}: ${error2.message}`, { cause: error2 });
    }
    propertiesOf(resource, template, `${place}.Properties`);
  }
  return template;
}
function propertiesOf({ Type, Properties = {} }, template, place = "Properties") {
  const resolvedProperties = evaluateIntrinsics(Properties, template);
  return PROPERTIES.get(Type)?.(resolvedProperties, place) ?? resolvedProperties;
}

// cli/assembly/stacks.ts
var MAX_MANIFEST_BYTES = 64 * 1024 * 1024;
var metadataShape = table(list(fields({ type: text, data: anything })));
var manifestShape = fields({
  artifacts: optional(
    table(
      fields({
        type: text,
        displayName: optional(text),
        environment: optional(text),
        dependencies: optional(list(text)),
        properties: optional(fields({ stackName: optional(text) })),
        metadata: optional(metadataShape),
        additionalMetadataFile: optional(text)
      })
    )
  )
});
var assetManifestShape = fields({
  files: optional(
    table(
      fields({
        source: fields({ path: optional(text), packaging: optional(text) }),
        destinations: table(fields({ bucketName: text, objectKey: text }))
      })
    )
  )
});
function parseEnvironment(environment = "") {
  const [, account, region] = /^aws:\/\/([^/]+)\/([^/]+)$/.exec(environment) ?? [];
  const withoutUnknown = (name) => name?.startsWith("unknown-") ? void 0 : name;
  return { account: withoutUnknown(account), region: withoutUnknown(region) };
}
function readAssembly(folder, allowed = []) {
  const assets = new AssemblyAssets([folder, ...projectFolders(), ...allowed]);
  return { stacks: new AssemblyReader(folder, assets).read(folder), assets };
}
var AssemblyReader = class {
  constructor(root, assets) {
    this.root = root;
    this.assets = assets;
  }
  root;
  assets;
  /** Paths of the manifests that were already read. */
  manifestsRead = /* @__PURE__ */ new Set();
  /** Adds the assets, and returns the stacks. */
  read(folder) {
    const manifestFile = path7.join(folder, "manifest.json");
    if (!fs8.existsSync(manifestFile)) {
      throw new Error(`${folder} has no manifest.json: pass the folder that 'cdk synth' wrote, usually cdk.out`);
    }
    const realPath2 = fs8.realpathSync(manifestFile);
    if (this.manifestsRead.has(realPath2)) throw new Error(`${manifestFile}: the assembly contains itself`);
    this.manifestsRead.add(realPath2);
    const { artifacts = {} } = this.readJson(manifestFile, manifestShape);
    const artifactFiles = (type, property) => Object.entries(artifacts).filter(([, artifact2]) => artifact2.type === type).map(([id, { properties }]) => {
      const name = properties?.[property];
      if (typeof name === "string") return [id, path7.join(folder, name)];
      throw new Error(`${manifestFile}: ${id}: got ${property} ${JSON.stringify(name)}; allowed: a path`);
    });
    const assetKeys = new Map(
      artifactFiles("cdk:asset-manifest", "file").map(([id, file]) => [id, this.addAssets(file)])
    );
    const nestedStacks = artifactFiles("cdk:cloud-assembly", "directoryName").flatMap(([, inner]) => this.read(inner));
    const stacks = artifactFiles("aws:cloudformation:stack", "templateFile").map(([id, file]) => ({
      name: artifacts[id].displayName ?? id,
      aliases: [id, artifacts[id].properties?.stackName ?? id],
      stackName: artifacts[id].properties?.stackName ?? id,
      ...parseEnvironment(artifacts[id].environment),
      template: readTemplateFile(file, this.root),
      assetKeys: (artifacts[id].dependencies ?? []).flatMap((dependency) => assetKeys.get(dependency) ?? []),
      information: this.readInformation(folder, artifacts[id])
    }));
    return [...stacks, ...nestedStacks];
  }
  /** Reads the information of a stack, which is in the manifest or, with current versions of CDK, in a separate file. */
  readInformation(folder, { metadata = {}, additionalMetadataFile: file }) {
    const additionalMetadata = file === void 0 ? {} : this.readJson(path7.join(folder, file), metadataShape);
    return [...Object.values(metadata), ...Object.values(additionalMetadata)].flat().flatMap(({ type, data }) => type === "aws:cdk:info" && typeof data === "string" ? [data] : []);
  }
  readJson(file, shape) {
    return readJson(file, { maximumBytes: MAX_MANIFEST_BYTES, within: this.root }, shape);
  }
  /** Adds the assets of an asset manifest, and returns `bucket/key` of each. */
  addAssets(manifestFile) {
    const { files = {} } = this.readJson(manifestFile, assetManifestShape);
    return Object.values(files).flatMap(({ source, destinations }) => {
      if (source.path === void 0) return [];
      const file = path7.resolve(path7.dirname(manifestFile), source.path);
      return Object.values(destinations).map(({ bucketName, objectKey }) => {
        const key = `${replacePlaceholders(bucketName)}/${objectKey}`;
        this.assets.add(key, file, source.packaging === "zip");
        return key;
      });
    });
  }
};

// cli/check/check-assembly.ts
function isAssembly(folder) {
  return fs9.existsSync(path8.join(folder, "cdk.out")) && fs9.existsSync(path8.join(folder, "manifest.json"));
}
function checkAssembly(folder) {
  const { assets } = readAssembly(folder);
  const files = assets.keys.map((key) => assets.locate(key));
  return {
    findings: files.filter(({ isInside }) => !isInside).map((file) => ({ file: folder, ...outsideFinding(file) })),
    notes: files.filter(({ isInside, exists }) => isInside && !exists).map(({ file }) => ({
      file: folder,
      message: `${file} is missing: a deployment works only if the bootstrap bucket already contains this file`
    })),
    failures: [],
    models: 0,
    assemblies: 1
  };
}
function outsideFinding({ file, exists, isZipped }) {
  const fix = isZipped ? "synthesize without --no-staging" : `${COPY_FILES_ADVICE}, and synthesize again`;
  return exists ? warning("assembly.outside", "", `got ${file}; to deploy from a different host or folder, ${fix}`) : error("assembly.outside", "", `got ${file}, which does not exist; allowed: a file in the assembly, so ${fix}`);
}

// cli/check/check-folder.ts
var path14 = __toESM(require("path"));

// lib/model/python-packages/installed-packages.ts
var fs10 = __toESM(require("fs"));
var import_path3 = require("path");
var RECORD = /^(?:(.+)\/)?([^/]+)-([^-/]+)\.dist-info\/RECORD$/;
function findInstalledPackages(files) {
  const packageByPath = /* @__PURE__ */ new Map();
  const modules = /* @__PURE__ */ new Set();
  const records = files.filter(({ path: path30 }) => RECORD.test(path30));
  const paths = new Set(records.length > 0 ? files.map(({ path: path30 }) => path30) : []);
  for (const file of records) {
    const [, folder = "", name, version3] = RECORD.exec(file.path) ?? [];
    if (!isOnDisk(file) || isInPythonEnvironment(file)) continue;
    if (fs10.statSync(file.source).size > limitOf("pythonBytes")) continue;
    for (const path30 of pathsInRecord(fs10.readFileSync(file.source, "utf8"))) {
      const pathInFolder = import_path3.posix.join(folder, path30);
      if (!paths.has(pathInFolder)) continue;
      packageByPath.set(pathInFolder, `${name} ${version3}`);
      const module2 = moduleOf(path30);
      if (module2 !== void 0) modules.add(module2);
    }
  }
  return { packageByPath, modules };
}
function separatePackages(files) {
  const { packageByPath, modules } = findInstalledPackages(files);
  if (packageByPath.size === 0) return { files, installedModules: modules };
  return { files: files.filter(({ path: path30 }) => !packageByPath.has(path30)), installedModules: modules };
}
function pathsInRecord(record) {
  return record.split(/\r?\n/).filter((line) => line !== "").map(
    (line) => line.startsWith('"') ? line.slice(1, line.lastIndexOf('"')).replaceAll('""', '"') : line.split(",")[0]
  );
}
function moduleOf(path30) {
  const [first, ...others] = path30.split("/");
  if (!/\.(?:py|so)$/.test(path30)) return void 0;
  if (others.length === 0) return first.split(".")[0];
  return /^[A-Za-z_]\w*$/.test(first) ? first : void 0;
}

// lib/model/engine/extra-arguments.ts
var ALLOWED_OPTIONS = {
  "--avgTiming=": {},
  "--decomposableAttentions=": { since: "10.16" },
  "--distributiveIndependence": { since: "10.13" },
  "--enablePluginOverride": { since: "10.16" },
  "--heuristic": { since: "8.5", until: "10.0" },
  "--l2LimitForTiling=": { since: "10.9" },
  "--layerOutputTypes=": { since: "8.4", until: "11.0" },
  "--maxAuxStreams=": { since: "8.6" },
  "--maxTactics=": { since: "10.4" },
  "--memPoolSize=": { since: "8.4" },
  "--minTiming=": { until: "10.0" },
  "--noBuilderCache": {},
  "--noCompilationCache": { since: "10.0" },
  "--noTF32": {},
  "--pluginInstanceNorm": { since: "10.0" },
  "--precisionConstraints=": { since: "8.2", until: "11.0" },
  "--preview=": { since: "8.5" },
  "--refit": {},
  "--sparsity=": {},
  "--tacticSources=": {},
  "--tilingOptimizationLevel=": { since: "10.9" },
  "--workspace=": { until: "10.0" }
};
var NO_FILE_NAMES = "the option names a file, and the job has only the ONNX file, its external data and plugins: a new job has no files of earlier ones";
var NO_VERSION_COMPATIBILITY = "each engine is built with the TensorRT version that serves it, so it does not need to run with other versions";
var NO_OTHER_FORMATS = "the engine has the data types and formats of the ONNX file, with which its responses are compared: convert the ONNX file";
var NO_MISSING_WEIGHTS = "Triton loads engines that contain all weights";
var REJECTED_OPTIONS = {
  ...forOptions(["best", "bf16", "fp16", "fp8", "int4", "int8", "stronglyTyped"], { property: "precision" }),
  ...forOptions(["maxBatch", "maxShapes", "minShapes", "optShapes", "profile"], { property: "profiles" }),
  ...forOptions(["dynamicPlugins", "plugins", "setPluginsToSerialize", "staticPlugins"], { property: "plugins" }),
  ...forOptions(["builderOptimizationLevel"], { property: "optimizationLevel" }),
  ...forOptions(["hardwareCompatibilityLevel"], { property: "hardwareCompatibility" }),
  ...forOptions(["layerPrecisions"], { property: "layerPrecisions" }),
  ...forOptions(["calib", "errorOnTimingCacheMiss", "leanDLLPath", "tempdir", "timingCacheFile"], {
    reason: NO_FILE_NAMES
  }),
  ...forOptions(["excludeLeanRuntime", "runtimePlatform", "useRuntime", "vc", "versionCompatible"], {
    reason: NO_VERSION_COMPATIBILITY
  }),
  ...forOptions(["inputIOFormats", "outputIOFormats"], { reason: NO_OTHER_FORMATS }),
  ...forOptions(["allowWeightStreaming", "stripAllWeights", "stripWeights", "weightless"], {
    reason: NO_MISSING_WEIGHTS
  }),
  ...forOptions(["buildOnly", "loadEngine", "onnx", "profilingVerbosity", "saveEngine", "skipInference"], {
    reason: "the library sets this option"
  })
};
function argumentProblem(argument, otherNames, tensorRt) {
  const name = optionName(argument);
  const rejected = REJECTED_OPTIONS[name];
  if (rejected) return "property" in rejected ? `allowed: the property ${rejected.property}` : rejected.reason;
  const supportedOptions = Object.keys(ALLOWED_OPTIONS).filter(
    (option2) => tensorRt === void 0 || isInRange(tensorRt, ALLOWED_OPTIONS[option2])
  );
  const option = supportedOptions.find((each) => optionName(each) === name);
  if (option === void 0) {
    const suggestion = nearestName(name, supportedOptions.map(optionName));
    const version3 = tensorRt === void 0 ? "" : ` with TensorRT ${tensorRt}`;
    const hint = suggestion === void 0 ? "" : `; did you mean ${suggestion}?`;
    return `allowed${version3}: ${supportedOptions.join(", ")}${hint}`;
  }
  if (otherNames.includes(name)) return "got the option twice; allowed: each option once";
  const value = argument.slice(name.length);
  if (option.endsWith("=")) return value.length > 1 ? void 0 : `allowed: ${option}<value>`;
  return value === "" ? void 0 : `allowed: ${option}, without a value`;
}
function optionName(argument) {
  return argument.split("=", 1)[0];
}
function forOptions(names2, value) {
  return Object.fromEntries(names2.map((name) => [`--${name}`, value]));
}

// lib/model/engine/engine-options.ts
var EnginePrecision = /* @__PURE__ */ ((EnginePrecision2) => {
  EnginePrecision2["FP32"] = "FP32";
  EnginePrecision2["FP16"] = "FP16";
  EnginePrecision2["BF16"] = "BF16";
  EnginePrecision2["INT8"] = "INT8";
  EnginePrecision2["FP8"] = "FP8";
  EnginePrecision2["STRONGLY_TYPED"] = "STRONGLY_TYPED";
  return EnginePrecision2;
})(EnginePrecision || {});
var HardwareCompatibility = /* @__PURE__ */ ((HardwareCompatibility2) => {
  HardwareCompatibility2["NONE"] = "NONE";
  HardwareCompatibility2["AMPERE_PLUS"] = "AMPERE_PLUS";
  HardwareCompatibility2["SAME_COMPUTE_CAPABILITY"] = "SAME_COMPUTE_CAPABILITY";
  return HardwareCompatibility2;
})(HardwareCompatibility || {});

// lib/model/engine/hardware-compatibility.ts
var MINIMUM_CAPABILITY = {
  ["AMPERE_PLUS" /* AMPERE_PLUS */]: 8,
  ["SAME_COMPUTE_CAPABILITY" /* SAME_COMPUTE_CAPABILITY */]: 7.5
};
function runsOn(builtOn, other, level = "NONE" /* NONE */) {
  if (builtOn.computeCapability === void 0 || other.computeCapability === void 0) return true;
  if (builtOn.computeCapability === other.computeCapability) {
    return level !== "NONE" /* NONE */ || builtOn.gpuModel === other.gpuModel;
  }
  return level === "AMPERE_PLUS" /* AMPERE_PLUS */ && [builtOn, other].every((gpu) => compatibilityProblem(level, gpu) === void 0);
}
function distinctTargets(targets, level) {
  return targets.reduce(
    (selected, target) => selected.some((each) => runsOn(each, target, level)) ? selected : [...selected, target],
    []
  );
}
function compatibilityProblem(level, { computeCapability }, precision) {
  const minimum = MINIMUM_CAPABILITY[level];
  if (minimum !== void 0 && computeCapability !== void 0 && Number(computeCapability) < minimum) {
    return `requires a GPU with compute capability ${minimum.toFixed(1)} or higher`;
  }
  if (level === "AMPERE_PLUS" /* AMPERE_PLUS */ && precision === "FP8" /* FP8 */) {
    return "is not supported with FP8; allowed: NONE, SAME_COMPUTE_CAPABILITY";
  }
  return void 0;
}

// lib/model/engine/trtexec-options.ts
var FIRST_STRONGLY_TYPED = "10.0";
var FIRST_ALWAYS_STRONGLY_TYPED = "11.0";
var PRECISION_FLAGS = {
  ["FP32" /* FP32 */]: { flags: [], versions: { until: FIRST_ALWAYS_STRONGLY_TYPED } },
  ["FP16" /* FP16 */]: { flags: ["--fp16"], versions: { until: FIRST_ALWAYS_STRONGLY_TYPED } },
  ["INT8" /* INT8 */]: { flags: ["--int8", "--fp16"], versions: { until: FIRST_ALWAYS_STRONGLY_TYPED } },
  ["BF16" /* BF16 */]: { flags: ["--bf16"], versions: { since: "10.0", until: FIRST_ALWAYS_STRONGLY_TYPED } },
  // trtexec 8.6 has the option, but NvInfer.h of 8.6.1 (ead187e) contains "kFP8 is not supported yet". No published image has TensorRT 9.
  ["FP8" /* FP8 */]: {
    flags: ["--fp8", "--fp16"],
    versions: { since: "10.0", until: FIRST_ALWAYS_STRONGLY_TYPED }
  },
  ["STRONGLY_TYPED" /* STRONGLY_TYPED */]: { flags: ["--stronglyTyped"], versions: { since: FIRST_STRONGLY_TYPED } }
};
var COMPATIBILITY_FLAGS = {
  ["NONE" /* NONE */]: { flags: [], versions: {} },
  ["AMPERE_PLUS" /* AMPERE_PLUS */]: {
    flags: ["--hardwareCompatibilityLevel=ampere+"],
    versions: { since: "8.6" }
  },
  ["SAME_COMPUTE_CAPABILITY" /* SAME_COMPUTE_CAPABILITY */]: {
    flags: ["--hardwareCompatibilityLevel=sameComputeCapability"],
    versions: { since: "10.9" }
  }
};
var LAYER_PRECISION_VERSIONS = { since: "8.4", until: FIRST_ALWAYS_STRONGLY_TYPED };
var OPTIMIZATION_LEVEL_VERSIONS = { since: "8.6" };
var MULTIPLE_PROFILE_VERSIONS = { since: "10.0" };
function trtexecArguments(settings, tensorRt) {
  const { precision, layerPrecisions, hardwareCompatibility, profiles, optimizationLevel, extraArguments } = settings;
  return [
    ...isAlwaysStronglyTyped(tensorRt) ? [] : PRECISION_FLAGS[precision ?? defaultPrecision(tensorRt)].flags,
    ...layerArguments(layerPrecisions),
    ...profiles.flatMap((profile, index) => [
      ...profiles.length > 1 ? [`--profile=${index}`] : [],
      ...shapeArguments(profile)
    ]),
    ...optimizationLevel === void 0 ? [] : [`--builderOptimizationLevel=${optimizationLevel}`],
    ...COMPATIBILITY_FLAGS[hardwareCompatibility ?? "NONE" /* NONE */].flags,
    ...extraArguments ?? []
  ];
}
function isAlwaysStronglyTyped(tensorRt = FIRST_STRONGLY_TYPED) {
  return compareVersions(tensorRt, FIRST_ALWAYS_STRONGLY_TYPED) >= 0;
}
function defaultPrecision(tensorRt = FIRST_STRONGLY_TYPED) {
  const isSupported = compareVersions(tensorRt, FIRST_STRONGLY_TYPED) >= 0;
  return isSupported ? "STRONGLY_TYPED" /* STRONGLY_TYPED */ : "FP32" /* FP32 */;
}
function layerArguments(precisions = {}) {
  const layers = Object.entries(precisions).sort(([a], [b]) => a < b ? -1 : 1);
  if (layers.length === 0) return [];
  const entries = layers.map(([name, { kserveName }]) => `${quoteName(name)}:${kserveName.toLowerCase()}`);
  return ["--precisionConstraints=obey", `--layerPrecisions=${entries.join(",")}`];
}
function shapeArguments(profile) {
  const inputs = Object.entries(profile).sort(([a], [b]) => a < b ? -1 : 1);
  if (inputs.length === 0) return [];
  const shapes = (bound) => inputs.map(([name, each]) => `${quoteName(name)}:${each[bound].join("x")}`).join(",");
  return [`--minShapes=${shapes("min")}`, `--optShapes=${shapes("opt")}`, `--maxShapes=${shapes("max")}`];
}
function quoteName(name) {
  return name.includes(":") ? `'${name}'` : name;
}
function unsupportedSettings(tensorRt, settings) {
  const { precision, layerPrecisions, hardwareCompatibility, profiles, optimizationLevel } = settings;
  const supports2 = (versions) => isInRange(tensorRt, versions);
  const precisions = Object.values(EnginePrecision).filter((each) => supports2(PRECISION_FLAGS[each].versions));
  const levels = Object.values(HardwareCompatibility).filter((each) => supports2(COMPATIBILITY_FLAGS[each].versions));
  const advice = isAlwaysStronglyTyped(tensorRt) ? ", the data types of the ONNX file: omit precision, and convert the file for a narrower type, for example with ModelOpt AutoCast" : "";
  return [
    ...precision !== void 0 && !supports2(PRECISION_FLAGS[precision].versions) ? [{ field: "precision", got: precision, allowed: precisions.join(", ") + advice }] : [],
    ...layerPrecisions !== void 0 && !supports2(LAYER_PRECISION_VERSIONS) ? [{ field: "layerPrecisions", got: "layerPrecisions", allowed: "none" }] : [],
    ...hardwareCompatibility !== void 0 && !supports2(COMPATIBILITY_FLAGS[hardwareCompatibility].versions) ? [{ field: "hardwareCompatibility", got: hardwareCompatibility, allowed: levels.join(", ") }] : [],
    ...optimizationLevel !== void 0 && !supports2(OPTIMIZATION_LEVEL_VERSIONS) ? [{ field: "optimizationLevel", got: String(optimizationLevel), allowed: "none" }] : [],
    ...profiles.length > 1 && !supports2(MULTIPLE_PROFILE_VERSIONS) ? [{ field: "profiles", got: `${profiles.length} profiles`, allowed: "one profile" }] : []
  ];
}

// lib/model/file-rules/local-model.ts
var fs11 = __toESM(require("fs"));
function cachePerModel(read) {
  const results = /* @__PURE__ */ new WeakMap();
  const resultOf = (model) => {
    try {
      return { value: read(model) };
    } catch (problem) {
      if (!(problem instanceof LimitExceededError)) throw problem;
      return { problem };
    }
  };
  return (model) => {
    const result = results.get(model) ?? resultOf(model);
    results.set(model, result);
    if ("problem" in result) throw result.problem;
    return result.value;
  };
}
var fileIndexes = /* @__PURE__ */ new WeakMap();
function fileIndexOf(files) {
  let index = fileIndexes.get(files);
  if (!index) {
    index = { files: /* @__PURE__ */ new Map(), folders: /* @__PURE__ */ new Set() };
    for (const file of files) {
      if (!index.files.has(file.path)) index.files.set(file.path, file);
      for (let end = file.path.lastIndexOf("/"); end > 0; end = file.path.lastIndexOf("/", end - 1)) {
        const folder = file.path.slice(0, end);
        if (index.folders.has(folder)) break;
        index.folders.add(folder);
      }
    }
    fileIndexes.set(files, index);
  }
  return index;
}
function fileAt(files, path30) {
  return fileIndexOf(files).files.get(path30);
}
function hasFolder(files, folder) {
  return fileIndexOf(files).folders.has(folder);
}
function modelFileOf({ files, modelFileNames }, version3) {
  return modelFileNames.flatMap((name) => [`${version3}/${name}`, `${version3}/${name}/${name}`]).map((path30) => fileAt(files, path30)).find((file) => file !== void 0);
}
function sizeOf({ source, locked, absent }) {
  if (absent && locked) return locked.bytes;
  return source === void 0 ? void 0 : fs11.statSync(source).size;
}
function modelFiles(model) {
  return model.versions.flatMap((version3) => modelFileOf(model, version3) ?? []).filter(isOnDisk);
}
function buildOf({ files }) {
  return files.find(({ build }) => build !== void 0)?.build;
}

// lib/model/data-type.ts
var DataType = class _DataType {
  constructor(name, kserveName, byteSize) {
    this.name = name;
    this.kserveName = kserveName;
    this.byteSize = byteSize;
  }
  name;
  kserveName;
  byteSize;
  /** Boolean values, 1 byte each. */
  static BOOL = new _DataType("TYPE_BOOL", "BOOL", 1);
  /** Unsigned 8-bit integers. */
  static UINT8 = new _DataType("TYPE_UINT8", "UINT8", 1);
  /** Unsigned 16-bit integers. */
  static UINT16 = new _DataType("TYPE_UINT16", "UINT16", 2);
  /** Unsigned 32-bit integers. */
  static UINT32 = new _DataType("TYPE_UINT32", "UINT32", 4);
  /** Unsigned 64-bit integers. */
  static UINT64 = new _DataType("TYPE_UINT64", "UINT64", 8);
  /** Signed 8-bit integers. */
  static INT8 = new _DataType("TYPE_INT8", "INT8", 1);
  /** Signed 16-bit integers. */
  static INT16 = new _DataType("TYPE_INT16", "INT16", 2);
  /** Signed 32-bit integers. */
  static INT32 = new _DataType("TYPE_INT32", "INT32", 4);
  /** Signed 64-bit integers. */
  static INT64 = new _DataType("TYPE_INT64", "INT64", 8);
  /** IEEE half precision. JSON requests do not support this data type, so clients must use the binary format. */
  static FP16 = new _DataType("TYPE_FP16", "FP16", 2);
  /** bfloat16 (Triton 22.05 or later). JSON requests do not support this data type, so clients must use the binary format. */
  static BF16 = new _DataType("TYPE_BF16", "BF16", 2);
  /** IEEE single precision. */
  static FP32 = new _DataType("TYPE_FP32", "FP32", 4);
  /** IEEE double precision. */
  static FP64 = new _DataType("TYPE_FP64", "FP64", 8);
  /** Byte strings of any length. Triton copies strings to batch them. */
  static STRING = new _DataType("TYPE_STRING", "BYTES");
  /**
   * A data type by its name in config.pbtxt.
   *
   * A name that Triton does not know is kept, and the validation of the model reports it.
   *
   * @param name name of the data type, such as `TYPE_FP32`
   */
  static of(name) {
    const constants2 = Object.values(_DataType).filter((value) => value instanceof _DataType);
    return constants2.find((constant) => constant.name === name) ?? new _DataType(name, name.replace(/^TYPE_/, ""));
  }
  /** Name of the data type in config.pbtxt, such as `TYPE_FP32`. */
  toString() {
    return this.name;
  }
};

// lib/model/readers/wire-file.ts
var fs12 = __toESM(require("fs"));
var MAX_HEADER_BYTES = 20;
var CHUNK_BYTES = 64 * 1024;
var WireFile = class _WireFile {
  constructor(file, descriptor2, size) {
    this.file = file;
    this.descriptor = descriptor2;
    this.size = size;
  }
  file;
  descriptor;
  size;
  /** Opens a file, and closes it after the function returns. */
  static use(file, read) {
    const descriptor2 = fs12.openSync(file, "r");
    try {
      return read(new _WireFile(file, descriptor2, fs12.fstatSync(descriptor2).size));
    } finally {
      fs12.closeSync(descriptor2);
    }
  }
  fieldCount = 0;
  chunk = Buffer.alloc(0);
  chunkStart = 0;
  /**
   * The fields of the message between two positions.
   *
   * @throws if the bytes are not a protobuf message
   */
  *fields({ start, end }) {
    const maximum = limitOf("onnxFields");
    for (let position = start; position < end; ) {
      if (++this.fieldCount > maximum) throw new LimitExceededError(this.file, "onnxFields");
      const reader = new BinaryReader(this.bytes(position, Math.min(position + MAX_HEADER_BYTES, end)));
      const [number2, type] = reader.tag();
      let value;
      let length = 0;
      if (type === WireType.Varint) value = BigInt(reader.uint64());
      else if (type === WireType.LengthDelimited) length = reader.uint32();
      else if (type === WireType.Bit64) length = 8;
      else if (type === WireType.Bit32) length = 4;
      else throw new Error(`unexpected wire type ${type} at byte ${position}`);
      const content = position + reader.pos;
      position = content + length;
      if (position > end) throw new Error(`the field at byte ${content} is truncated`);
      yield { number: number2, start: content, end: position, value };
    }
  }
  /** Content of a field as text. */
  text({ start, end }) {
    requireWithin("onnxTextBytes", end - start, `a name in ${this.file}`);
    return Buffer.from(this.bytes(start, end)).toString("utf8");
  }
  bytes(start, end) {
    if (start < this.chunkStart || end > this.chunkStart + this.chunk.length) {
      const buffer = Buffer.alloc(Math.max(CHUNK_BYTES, end - start));
      const bytesRead = fs12.readSync(this.descriptor, buffer, 0, buffer.length, start);
      this.chunk = buffer.subarray(0, bytesRead);
      this.chunkStart = start;
    }
    return this.chunk.subarray(start - this.chunkStart, end - this.chunkStart);
  }
};

// lib/model/readers/onnx-graph.ts
var DATA_TYPES = {
  1: DataType.FP32,
  2: DataType.UINT8,
  3: DataType.INT8,
  4: DataType.UINT16,
  5: DataType.INT16,
  6: DataType.INT32,
  7: DataType.INT64,
  8: DataType.STRING,
  9: DataType.BOOL,
  10: DataType.FP16,
  11: DataType.FP64,
  12: DataType.UINT32,
  13: DataType.UINT64,
  16: DataType.BF16
};
var MODEL_FIELDS = { irVersion: 1, graph: 7, opset: 8 };
var OPSET_FIELDS = { domain: 1, version: 2 };
var GRAPH_FIELDS = { initializer: 5, input: 11, output: 12, sparseInitializer: 15 };
var SPARSE_TENSOR_FIELDS = { values: 1 };
var TENSOR_FIELDS = { name: 8, externalData: 13 };
var ENTRY_FIELDS = { key: 1, value: 2 };
var VALUE_INFO_FIELDS = { name: 1, type: 2 };
var TYPE_FIELDS = { tensorType: 1 };
var OTHER_TYPES = { 4: "sequence", 5: "map", 8: "sparse tensor", 9: "optional" };
var TENSOR_TYPE_FIELDS = { elementType: 1, shape: 2 };
var SHAPE_FIELDS = { dim: 1 };
var DIM_FIELDS = { value: 1 };
function readOnnxGraph(file) {
  return WireFile.use(file, (wire) => {
    if (wire.size === 0) throw new Error("it is empty (0 bytes)");
    const { graph, ...versions } = readModel(wire);
    if (!graph) throw new Error("it has no graph");
    const inputs = [];
    const outputs = [];
    const initializedNames = /* @__PURE__ */ new Set();
    const externalFiles = /* @__PURE__ */ new Set();
    for (const field2 of wire.fields(graph)) {
      requireCountWithin("onnxTensors", inputs.length + outputs.length + initializedNames.size, file);
      if (field2.number === GRAPH_FIELDS.input) inputs.push(readTensor(wire, field2));
      if (field2.number === GRAPH_FIELDS.output) outputs.push(readTensor(wire, field2));
      const initializer = field2.number === GRAPH_FIELDS.sparseInitializer ? lastField(wire, field2, SPARSE_TENSOR_FIELDS.values) : field2;
      if (initializer && (field2.number === GRAPH_FIELDS.initializer || field2.number === GRAPH_FIELDS.sparseInitializer)) {
        const { name, externalFile } = readInitializer(wire, initializer);
        initializedNames.add(name);
        if (externalFile !== void 0) externalFiles.add(externalFile);
      }
    }
    return {
      ...versions,
      inputs: inputs.filter(({ name }) => !initializedNames.has(name)),
      defaultedInputs: inputs.filter(({ name }) => initializedNames.has(name)),
      outputs,
      externalFiles: [...externalFiles]
    };
  });
}
function readModel(wire) {
  let graph;
  let irVersion;
  const opsets = /* @__PURE__ */ new Map();
  for (const field2 of wire.fields({ start: 0, end: wire.size })) {
    if (field2.number === MODEL_FIELDS.graph) graph = field2;
    if (field2.number === MODEL_FIELDS.irVersion) irVersion = Number(field2.value);
    if (field2.number === MODEL_FIELDS.opset) {
      opsets.set(
        textOf(wire, field2, OPSET_FIELDS.domain) || "ai.onnx",
        Number(lastField(wire, field2, OPSET_FIELDS.version)?.value ?? 0)
      );
    }
  }
  return { graph, irVersion, opsets };
}
function readInitializer(wire, tensor2) {
  let name = "";
  let externalFile;
  for (const field2 of wire.fields(tensor2)) {
    if (field2.number === TENSOR_FIELDS.name) name = wire.text(field2);
    if (field2.number === TENSOR_FIELDS.externalData && textOf(wire, field2, ENTRY_FIELDS.key) === "location") {
      externalFile = textOf(wire, field2, ENTRY_FIELDS.value);
    }
  }
  return { name, externalFile };
}
function readTensor(wire, valueInfo) {
  const name = textOf(wire, valueInfo, VALUE_INFO_FIELDS.name) ?? "";
  const type = lastField(wire, valueInfo, VALUE_INFO_FIELDS.type);
  const tensor2 = type && lastField(wire, type, TYPE_FIELDS.tensorType);
  if (!tensor2) return { name, otherType: type && otherType(wire, type) };
  const elementType = lastField(wire, tensor2, TENSOR_TYPE_FIELDS.elementType)?.value;
  const shape = lastField(wire, tensor2, TENSOR_TYPE_FIELDS.shape);
  return { name, dataType: DATA_TYPES[String(elementType)], shape: shape && readShape(wire, shape) };
}
function otherType(wire, type) {
  for (const { number: number2 } of wire.fields(type)) {
    if (number2 in OTHER_TYPES) return OTHER_TYPES[number2];
  }
  return void 0;
}
function readShape(wire, shape) {
  const dims = [];
  for (const field2 of wire.fields(shape)) {
    if (field2.number !== SHAPE_FIELDS.dim) continue;
    dims.push(Number(BigInt.asIntN(64, lastField(wire, field2, DIM_FIELDS.value)?.value ?? -1n)));
    requireCountWithin("onnxDimensions", dims.length, "a shape of the ONNX file");
  }
  return dims;
}
function lastField(wire, message, number2) {
  let lastFound;
  for (const field2 of wire.fields(message)) {
    if (field2.number === number2) lastFound = field2;
  }
  return lastFound;
}
function textOf(wire, message, number2) {
  const field2 = lastField(wire, message, number2);
  return field2 && wire.text(field2);
}

// lib/model/readers/engine-sidecar.ts
var MAX_SIDECAR_BYTES = 1024 * 1024;
function readSidecar(engine) {
  try {
    const json2 = readRegularJson(`${engine}.json`, { maximumBytes: MAX_SIDECAR_BYTES });
    return {
      gpu: parseText3(json2.gpu),
      computeCapability: parseText3(json2.computeCapability),
      hardwareCompatibility: parseText3(json2.hardwareCompatibility),
      tensorRtVersion: parseText3(json2.tensorRtVersion),
      image: parseText3(json2.image),
      inputs: parseList(json2.inputs, parseTensor),
      outputs: parseList(json2.outputs, parseTensor),
      profiles: parseList(json2.profiles, parseProfile),
      deviceMemoryBytes: parseBytes(json2.deviceMemoryBytes),
      executionMemoryBytes: parseBytes(json2.executionMemoryBytes)
    };
  } catch {
    return void 0;
  }
}
function parseText3(value) {
  return typeof value === "string" ? value : void 0;
}
function parseBytes(value) {
  return typeof value === "number" && value >= 0 ? value : void 0;
}
function parseList(value, parseElement) {
  if (!Array.isArray(value)) return void 0;
  const validElements = value.map(parseElement).filter((each) => each !== void 0);
  return validElements.length === value.length ? validElements : void 0;
}
function parseTensor(value) {
  const { name, dataType, shape } = value ?? {};
  if (typeof name !== "string" || typeof dataType !== "string" || !isShape(shape)) return void 0;
  return { name, dataType: DataType.of(`TYPE_${dataType}`), shape };
}
function parseProfile(value) {
  if (typeof value !== "object" || value === null) return void 0;
  const inputs = Object.entries(value);
  const isComplete2 = inputs.every(([, each]) => isShape(each?.min) && isShape(each?.opt) && isShape(each?.max));
  return isComplete2 ? value : void 0;
}
function isShape(value) {
  return Array.isArray(value) && value.every((dim) => Number.isInteger(dim));
}

// lib/model/file-rules/engine-provenance.ts
var import_path4 = require("path");
var engineProvenanceRules = [
  {
    id: "trt.version",
    *check(model, { instanceType, tritonRelease }) {
      const imageTensorRt = tensorRtOf(tritonRelease);
      const imageVersion = imageTensorRt?.confirmed && !imageTensorRt.orNewer ? imageTensorRt.version : void 0;
      const capability = instanceType?.computeCapability;
      for (const engine of existingEngines(model, capability)) {
        const { gpu, computeCapability, hardwareCompatibility, tensorRtVersion } = readSidecar(engine.source) ?? {};
        const endpointGpu = { computeCapability: capability };
        if (computeCapability && !runsOn({ computeCapability }, endpointGpu, hardwareCompatibility)) {
          const builtFor = gpu ? `${computeCapability} (${gpu})` : computeCapability;
          yield engineViolation(
            engine,
            `was built for compute capability ${builtFor}; allowed on ${instanceType?.name}: ${capability} (${instanceType?.gpuModel})`
          );
        }
        if (imageVersion && tensorRtVersion && !isSameVersion(imageVersion, tensorRtVersion)) {
          yield engineViolation(
            engine,
            `was built with TensorRT ${tensorRtVersion}; allowed with Triton ${tritonRelease}: ${imageVersion}`
          );
        }
      }
    }
  },
  {
    id: "trt.provenance",
    severity: "warning" /* WARNING */,
    *check(model, { instanceType, tritonRelease }) {
      if (!instanceType) return;
      const imageTensorRt = tensorRtOf(tritonRelease);
      const isUncertain = tritonRelease !== void 0 && (!imageTensorRt?.confirmed || imageTensorRt.orNewer);
      const versionStatus = imageTensorRt === void 0 ? "is not known" : describeVersion(imageTensorRt);
      for (const engine of existingEngines(model, instanceType.computeCapability)) {
        const sidecar = readSidecar(engine.source);
        const version3 = sidecar?.tensorRtVersion;
        if (sidecar === void 0) {
          yield {
            field: "files",
            message: `${engine.path} does not contain the GPU and TensorRT version that it was built for, so it may fail to load; write them to ${(0, import_path4.basename)(engine.source)}.json, next to the engine`
          };
        } else if (isUncertain && version3 !== void 0 && !(imageTensorRt && isSameVersion(imageTensorRt.version, version3))) {
          yield {
            field: "files",
            message: `${engine.path} was built with TensorRT ${version3}; the version of Triton ${tritonRelease} ${versionStatus}, so the engine may fail to load: build it with that image`
          };
        }
      }
    }
  }
];
function describeVersion(tensorRt) {
  return tensorRt.orNewer ? `is ${formatTensorRtVersion(tensorRt)}` : `is ${tensorRt.version} as reported by users, which NVIDIA has not confirmed`;
}
function existingEngines(model, capability) {
  if (model.backend.name !== "tensorrt") return [];
  const engineName = capability && model.config.cc_model_filenames.get(capability);
  return modelFiles(engineName ? { ...model, modelFileNames: [engineName] } : model);
}
function engineViolation({ path: path30 }, message) {
  return { field: "files", message: `${path30} ${message}; build the engine again for that target` };
}
function isSameVersion(a, b) {
  const [short, long] = [a.split("."), b.split(".")].sort((x, y) => x.length - y.length);
  return short.every((number2, index) => number2 === long[index]);
}

// lib/model/model-lock.ts
var fs13 = __toESM(require("fs"));
var path9 = __toESM(require("path"));
var LOCK_FILE = "triton-model.lock";
var LFS_POINTER_START = "version https://git-lfs.github.com/spec/";
var MAX_POINTER_BYTES = 1024;
function isLfsPointer(source) {
  const stat = fs13.statSync(source, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > MAX_POINTER_BYTES) return false;
  return fs13.readFileSync(source, "latin1").startsWith(LFS_POINTER_START);
}
function readLock(folder) {
  const file = path9.join(folder, LOCK_FILE);
  if (!fs13.existsSync(file)) return void 0;
  try {
    const limits = { maximumBytes: "lockBytes", within: folder };
    const content = readRegularJson(file, limits);
    if (!Array.isArray(content?.files)) throw new Error("it has no list of files");
    const { files } = content;
    requireWithin("lockFiles", files.length, file);
    return files.map(parseEntry);
  } catch (error2) {
    if (error2 instanceof LimitExceededError) throw error2;
    throw new Error(
      `${file} cannot be read: ${abridged(error2.message, limitOf("textLength"))}; write it again ${rulePage("lock.unreadable")}`
    );
  }
}
function parseEntry(entry) {
  const { path: name, bytes, sha256, crc32 } = entry ?? {};
  if (typeof name !== "string") throw new Error("the path of a file is missing or no text");
  if (!/^[^/]/.test(name) || name.split("/").includes("..")) {
    throw new Error(`got path ${abridged(JSON.stringify(name), 300)}; allowed: a path inside the model's folder`);
  }
  if (!Number.isSafeInteger(bytes) || Number(bytes) < 0) {
    throw new Error(`got ${JSON.stringify(bytes) ?? "no number of"} bytes of ${name}; allowed: their number`);
  }
  if (!/^[0-9a-f]{64}$/.test(String(sha256)) || !/^[0-9a-f]{8}$/.test(String(crc32 ?? "00000000"))) {
    throw new Error(
      `got sha256 ${JSON.stringify(sha256) ?? "nothing"} and crc32 ${JSON.stringify(crc32) ?? "nothing"} of ${name}; allowed: digests`
    );
  }
  return { path: name, bytes: Number(bytes), sha256: String(sha256), crc32 };
}
function addLockEntries(folder, content) {
  const lock = readLock(folder);
  if (!lock) return content;
  const filesByPath = new Map(
    content.files.filter(({ path: name }) => name !== LOCK_FILE).map((file) => [file.path, file])
  );
  const problems = [];
  for (const locked of lock.filter(({ path: name }) => !name.split("/").some(isLeftover))) {
    const file = filesByPath.get(locked.path) ?? { path: locked.path, source: path9.join(folder, locked.path) };
    const absent = !filesByPath.has(locked.path) || isLfsPointer(file.source);
    if (absent && filesByPath.has(locked.path)) problems.push(...pointerProblems(file, locked));
    filesByPath.set(locked.path, { ...file, locked, absent });
  }
  const files = [...filesByPath.values()].sort((a, b) => a.path < b.path ? -1 : 1);
  const folders = files.filter((file) => file.path.includes("/")).map((file) => file.path.split("/")[0]);
  return {
    files,
    folders: [.../* @__PURE__ */ new Set([...content.folders, ...folders])].sort(),
    emptyFolders: content.emptyFolders,
    problems: [...content.problems, ...problems]
  };
}
function filesWithLock(folder, names2) {
  const files = names2.map((name) => ({ path: name, source: path9.join(folder, name) }));
  const present = files.filter(({ source }) => fs13.existsSync(source));
  const content = addLockEntries(folder, { files: present, folders: [], emptyFolders: [], problems: [] });
  return files.map((file) => content.files.find(({ path: name }) => name === file.path) ?? file);
}
function pointerProblems({ path: name, source }, { sha256 }) {
  const [, oid] = /^oid sha256:([0-9a-f]{64})$/m.exec(fs13.readFileSync(source, "latin1")) ?? [];
  return oid === sha256 ? [] : [`${name} is a Git LFS pointer to a different file than the file in ${LOCK_FILE}; write the lock again`];
}

// lib/model/file-rules/onnx-files.ts
var onnxFilesOf = cachePerModel((model) => [
  ...readServedFiles(model),
  ...readEngineSource(model)
]);
function readServedFiles(model) {
  const agents = model.config.model_repository_agents?.agents ?? [];
  if (model.backend.name !== "onnxruntime" || agents.length > 0) return [];
  return modelFiles(model).filter((file) => !isLfsPointer(file.source)).map((file) => readFile2(file, model.files));
}
function readEngineSource(model) {
  const sources = buildOf(model)?.sources ?? [];
  return sources.slice(0, 1).filter(isOnDisk).map((file) => readFile2(file, sources));
}
function readFile2(file, candidates) {
  try {
    return { file, candidates, graph: readOnnxGraph(file.source) };
  } catch (error2) {
    if (error2 instanceof LimitExceededError) throw error2;
    return { file, candidates, problem: error2 instanceof Error ? error2.message : String(error2) };
  }
}
function graphsOf(model) {
  return onnxFilesOf(model).flatMap(
    ({ graph, file, candidates }) => graph ? [{ graph, file, candidates, source: `the graph of ${file.path}` }] : []
  );
}
function tensorsOf2(model) {
  const graphs = graphsOf(model).map(({ graph: { inputs, defaultedInputs, outputs }, source }) => ({
    requiredInputs: inputs,
    inputs: [...inputs, ...defaultedInputs],
    outputs,
    source
  }));
  const sidecars = existingEngines(model).flatMap((engine) => {
    const { inputs, outputs } = readSidecar(engine.source) ?? {};
    return inputs && outputs ? [{ requiredInputs: inputs, inputs, outputs, source: `${engine.path}.json` }] : [];
  });
  return [...graphs, ...sidecars];
}
function* matchTensors(model) {
  for (const { inputs, outputs, source } of tensorsOf2(model)) {
    yield* matchByName(model.config.input, inputs, "input", source);
    yield* matchByName(model.config.output, outputs, "output", source);
  }
}
function* matchByName(tensors, graphTensors, listField, source) {
  const byName = new Map(graphTensors.map((each) => [each.name, each]).reverse());
  for (const [index, tensor2] of tensors.entries()) {
    const graphTensor = byName.get(tensor2.name);
    if (graphTensor) yield { tensor: tensor2, graphTensor, field: `${listField}[${index}]`, source };
  }
}
function inputNames({
  input,
  batch_input: batch,
  sequence_batching: sequence
}) {
  return [
    ...input.map(({ name }, index) => ({ name, field: `input[${index}].name` })),
    ...batch.flatMap(
      ({ target_name: names2 }, index) => names2.map((name) => ({ name, field: `batch_input[${index}].target_name` }))
    ),
    ...(sequence?.control_input ?? []).map(({ name }, index) => ({
      name,
      field: `sequence_batching.control_input[${index}].name`
    })),
    ...(sequence?.state ?? []).map(({ input_name: name }, index) => ({
      name,
      field: `sequence_batching.state[${index}].input_name`
    }))
  ];
}
function outputNames({ output, sequence_batching: sequence }) {
  return [
    ...output.map(({ name }, index) => ({ name, field: `output[${index}].name` })),
    ...(sequence?.state ?? []).map(({ output_name: name }, index) => ({
      name,
      field: `sequence_batching.state[${index}].output_name`
    }))
  ];
}

// lib/model/file-rules/engine-builds.ts
var FIRST_RELEASE_WITH_ARGUMENTS = "23.07";
var engineBuildRules = [
  {
    id: "engine.backend",
    *check(model) {
      if (buildOf(model) === void 0 || model.backend.name === "tensorrt") return;
      yield {
        field: "backend",
        message: `got '${model.backend.name}' with ModelFiles.fromEngineBuild; allowed: Backend.TENSORRT, which runs engines`
      };
    }
  },
  {
    id: "engine.options",
    *check(model, options) {
      const build = buildOf(model);
      const tensorRt = tensorRtFor(options);
      if (!build || !tensorRt) return;
      for (const { field: field2, got, allowed } of unsupportedSettings(tensorRt.version, build)) {
        const message = `got ${got}; TensorRT ${formatTensorRtVersion(tensorRt)} of Triton ${options.tritonRelease} allows ${allowed}`;
        yield { field: `files.${field2}`, message, ...severityFor(tensorRt) };
      }
    }
  },
  {
    id: "engine.precision",
    *check(model, { instanceType }) {
      const precision = buildOf(model)?.precision;
      const support = precision && precisionSupportOf(precision);
      const capability = instanceType?.computeCapability;
      if (!support || capability === void 0) return;
      const gpu = `${instanceType?.name} has ${capability} (${instanceType?.gpuModel})`;
      if (Number(capability) < Number(support.lowest ?? 0)) {
        yield {
          field: "files.precision",
          message: `got ${precision}, which requires a GPU with compute capability ${support.lowest} or higher; ${gpu}: choose a different precision or instance type`
        };
      }
      if (capability === support.notPreferred) {
        yield {
          field: "files.precision",
          message: `got ${precision}, which trtexec does not choose for compute capability ${capability} even with --best; ${gpu}: use FP8, or compare the latency with FP16 before you rely on ${precision}`,
          severity: "warning" /* WARNING */
        };
      }
    }
  },
  {
    id: "engine.hardware-compatibility",
    *check(model, { instanceType }) {
      const { hardwareCompatibility: level, precision } = buildOf(model) ?? {};
      if (level === void 0) return;
      const problem = compatibilityProblem(level, { computeCapability: instanceType?.computeCapability }, precision);
      if (problem === void 0) return;
      yield {
        field: "files.hardwareCompatibility",
        message: `got ${level}${instanceType ? ` on ${instanceType.name} (${instanceType.gpuModel}, compute capability ${instanceType.computeCapability})` : ""}, which ${problem}`
      };
    }
  },
  {
    id: "engine.extra-arguments",
    *check(model, options) {
      const build = buildOf(model);
      const tensorRt = tensorRtFor(options);
      for (const [index, argument] of (build?.extraArguments ?? []).entries()) {
        const otherNames = (build?.arguments ?? []).map(optionName);
        otherNames.splice(otherNames.indexOf(optionName(argument)), 1);
        const problem = argumentProblem(argument, otherNames, tensorRt?.version);
        if (problem === void 0) continue;
        const isVersionIndependent = tensorRt === void 0 || argumentProblem(argument, otherNames) !== void 0;
        const message = `got ${argument}; ${problem}`;
        yield {
          field: `files.extraArguments[${index}]`,
          message,
          ...isVersionIndependent ? {} : severityFor(tensorRt)
        };
      }
    }
  },
  {
    id: "engine.opset",
    severity: "warning" /* WARNING */,
    *check(model, options) {
      const tensorRt = tensorRtFor(options);
      const newest = tensorRt && newestOpset(tensorRt.version);
      if (!tensorRt || newest === void 0 || buildOf(model) === void 0) return;
      for (const { file, graph } of graphsOf(model)) {
        const opset = graph.opsets.get("ai.onnx") ?? 0;
        if (opset <= newest) continue;
        yield {
          field: "files",
          message: `got ${file.path} with opset ${opset}; TensorRT ${formatTensorRtVersion(tensorRt)} of Triton ${options.tritonRelease} reads at most opset ${newest}, so the build may fail: export the model with an opset up to that, or use a newer release`
        };
      }
    }
  },
  {
    id: "engine.tensorrt-unknown",
    severity: "warning" /* WARNING */,
    *check(model, options) {
      const { tritonRelease, customImage } = options;
      if (buildOf(model) === void 0 || tensorRtFor(options) || tritonRelease === void 0 && !customImage) return;
      yield {
        field: "files",
        message: `the TensorRT of ${customImage ? "your own image" : `Triton ${tritonRelease}`} is not known, so precision, profiles and opset are not checked: the build may fail because they do not match`
      };
    }
  },
  {
    id: "engine.plugin",
    *check(model, { tritonRelease }) {
      const plugins = (buildOf(model)?.sources ?? []).map(({ path: path30 }) => path30).filter((path30) => /^plugins\//.test(path30));
      const names2 = plugins.map((path30) => path30.slice("plugins/".length));
      if (names2.length > 0 && tritonRelease !== void 0 && compareReleases(tritonRelease, FIRST_RELEASE_WITH_ARGUMENTS) < 0) {
        yield {
          field: "files.plugins",
          message: `got plugins with Triton ${tritonRelease}, whose server has no argument to load them; requires Triton ${FIRST_RELEASE_WITH_ARGUMENTS} or newer`
        };
      }
      for (const [index, name] of names2.entries()) {
        const field2 = `files.plugins[${index}]`;
        if (!name.endsWith(".so")) yield { field: field2, message: `got ${name}; allowed: a library (.so)` };
        else if (!/^[\w.+-]+$/.test(name))
          yield { field: field2, message: `got '${name}'; allowed: letters, digits, '_', '.', '+' and '-'` };
        else if (names2.indexOf(name) !== index)
          yield {
            field: field2,
            message: `got a second ${name}; allowed: each name once, since all plugins are in one folder`
          };
      }
    }
  },
  {
    id: "engine.s3-tensors",
    *check(model) {
      const object = buildOf(model)?.sources[0].object;
      const missing = [
        ["inputs", model.config.input],
        ["outputs", model.config.output]
      ].filter(([, tensors]) => tensors.length === 0).map(([name]) => name);
      if (!object || missing.length === 0) return;
      yield {
        field: missing[0],
        message: `got none; ${object.key} is in S3 and cannot be read at synth: set ${missing.join(" and ")} as in the ONNX file`
      };
    }
  }
];
function tensorRtFor({ tritonRelease, customImage }) {
  const imageTensorRt = tensorRtOf(tritonRelease);
  return customImage && !imageTensorRt?.orNewer ? void 0 : imageTensorRt;
}
function severityFor({ confirmed }) {
  return confirmed ? {} : { severity: "warning" /* WARNING */ };
}

// lib/model/readers/onnx-nodes.ts
var MODEL_FIELDS2 = { graph: 7, function: 25 };
var FUNCTION_FIELDS = { node: 7 };
var GRAPH_FIELDS2 = { node: 1 };
var NODE_FIELDS = { output: 2, name: 3, operator: 4, attribute: 5 };
var ATTRIBUTE_FIELDS = { graph: 6, graphs: 11 };
function readOnnxNodes(file) {
  return WireFile.use(file, (wire) => {
    const nodes = [];
    for (const field2 of wire.fields({ start: 0, end: wire.size })) {
      if (field2.number === MODEL_FIELDS2.graph) addNodes(wire, field2, GRAPH_FIELDS2.node, nodes, 1);
      if (field2.number === MODEL_FIELDS2.function) addNodes(wire, field2, FUNCTION_FIELDS.node, nodes, 1);
    }
    return nodes;
  });
}
function addNodes(wire, graph, nodeFieldNumber, nodes, depth) {
  requireCountWithin("onnxDepth", depth, "the ONNX file");
  for (const field2 of wire.fields(graph)) {
    if (field2.number === nodeFieldNumber) addNode(wire, field2, nodes, depth);
  }
}
function addNode(wire, node, nodes, depth) {
  let [name, operator] = ["", ""];
  let output;
  const index = nodes.push({ operator, name }) - 1;
  for (const field2 of wire.fields(node)) {
    if (field2.number === NODE_FIELDS.name) name = wire.text(field2);
    if (field2.number === NODE_FIELDS.operator) operator = wire.text(field2);
    if (field2.number === NODE_FIELDS.output) output ??= wire.text(field2);
    if (field2.number === NODE_FIELDS.attribute) {
      for (const attribute of wire.fields(field2)) {
        const isGraph = attribute.number === ATTRIBUTE_FIELDS.graph || attribute.number === ATTRIBUTE_FIELDS.graphs;
        if (isGraph) addNodes(wire, attribute, GRAPH_FIELDS2.node, nodes, depth + 1);
      }
    }
  }
  nodes[index] = { operator, name: name || `node_of_${output ?? ""}` };
}

// lib/model/file-rules/engine-layers.ts
var PRECISIONS_BY_LAYER_TYPE = /* @__PURE__ */ new Map([
  [DataType.FP32, Object.values(EnginePrecision)],
  [DataType.INT32, Object.values(EnginePrecision)],
  [DataType.FP16, ["FP16" /* FP16 */, "INT8" /* INT8 */, "FP8" /* FP8 */]],
  [DataType.BF16, ["BF16" /* BF16 */]],
  [DataType.INT8, ["INT8" /* INT8 */]]
]);
var FIRST_WITH_WILDCARDS = "9.0";
var engineLayerRules = [
  {
    id: "engine.quantization",
    *check(model) {
      const precision = buildOf(model)?.precision;
      if (precision !== "INT8" /* INT8 */ && precision !== "FP8" /* FP8 */) return;
      for (const { source, nodes } of readNodes(model)) {
        if (nodes.some(({ operator }) => operator.endsWith("uantizeLinear"))) continue;
        yield {
          field: "files.precision",
          message: `got ${precision}; ${source} has no QuantizeLinear and DequantizeLinear nodes, without which ${consequenceOf(precision)}: quantize the ONNX file (for example with NVIDIA ModelOpt), or choose FP16`
        };
      }
    }
  },
  {
    id: "engine.layer-precisions",
    *check(model, options) {
      const { layerPrecisions = {}, precision } = buildOf(model) ?? {};
      const version3 = tensorRtFor(options)?.version;
      for (const [name, type] of Object.entries(layerPrecisions)) {
        const field2 = `files.layerPrecisions[${name}]`;
        const allowedPrecisions = PRECISIONS_BY_LAYER_TYPE.get(type);
        if (!allowedPrecisions) {
          const knownTypes = [...PRECISIONS_BY_LAYER_TYPE.keys()].map(({ kserveName }) => kserveName);
          yield { field: field2, message: `got ${type.kserveName}; allowed: ${knownTypes.join(", ")}` };
        } else if (precision === void 0 || precision === "STRONGLY_TYPED" /* STRONGLY_TYPED */) {
          yield {
            field: field2,
            message: `got ${type.kserveName} with ${precision ?? "no precision"}, which keeps the types of the ONNX file; requires a precision such as FP16`
          };
        } else if (!allowedPrecisions.includes(precision)) {
          yield {
            field: field2,
            message: `got ${type.kserveName} with precision ${precision}; requires ${allowedPrecisions.join(" or ")}`
          };
        }
        const problem = nameProblem(name, version3);
        if (problem !== void 0) yield { field: field2, message: `got the name '${name}'; ${problem}` };
      }
    }
  },
  {
    id: "engine.layer-names",
    severity: "warning" /* WARNING */,
    *check(model) {
      const names2 = Object.keys(buildOf(model)?.layerPrecisions ?? {});
      if (names2.length === 0) return;
      for (const { source, nodes } of readNodes(model)) {
        for (const name of names2.filter((each) => !nodes.some((node) => matchesPattern(each, node.name)))) {
          yield {
            field: `files.layerPrecisions[${name}]`,
            message: `no node of ${source} has this name, so the precision of no layer may change: use the names of the graph, which Netron shows`
          };
        }
      }
    }
  }
];
function consequenceOf(precision) {
  return precision === "INT8" /* INT8 */ ? "trtexec makes up the ranges of all values, and the engine returns wrong responses" : "no layer computes in FP8";
}
function nameProblem(name, version3) {
  if (/[,']/.test(name) || name === "") return `allowed: names without ',' and "'", which trtexec cannot read`;
  if (name.split("*").length > 2) return "allowed: at most one '*'";
  const isPattern = name.includes("*") && name !== "*";
  if (isPattern && version3 !== void 0 && compareVersions(version3, FIRST_WITH_WILDCARDS) < 0) {
    return `TensorRT ${version3} allows '*' only as the whole name`;
  }
  return void 0;
}
function matchesPattern(pattern, name) {
  const [start, end] = pattern.split("*");
  if (end === void 0) return pattern === name;
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}
function readNodes(model) {
  return graphsOf(model).flatMap(({ file, source }) => {
    try {
      return [{ source, nodes: readOnnxNodes(file.source) }];
    } catch {
      return [];
    }
  });
}

// lib/model/file-rules/engine-profiles.ts
var engineProfileRules = [
  {
    id: "engine.profiles-required",
    *check(model) {
      const build = buildOf(model);
      const variableInputs = (build?.inputs ?? []).filter(isVariable);
      if (!build || build.profiles.length > 0 || variableInputs.length === 0) return;
      yield {
        field: "files.profiles",
        message: `got none; ${variableInputs.map(describeInput).join(", ")} ${variableInputs.length === 1 ? "has" : "have"} open dimensions: set profiles: [EngineProfile.of({ ${variableInputs[0].name}: { min: [\u2026], opt: [\u2026], max: [\u2026] } })]`
      };
    }
  },
  {
    id: "engine.profile-inputs",
    *check(model) {
      for (const { profile, field: field2, inputs } of builtProfiles(model)) {
        const knownInputs = (inputs.length > 0 ? inputs : model.config.input).map(({ name }) => name);
        for (const name of Object.keys(profile).filter(
          (each) => knownInputs.length > 0 && !knownInputs.includes(each)
        )) {
          const suggestion = nearestName(name, knownInputs);
          yield {
            field: field2,
            message: `got the input '${name}'; allowed: ${knownInputs.map((each) => `'${each}'`).join(", ")}${suggestion ? `; did you mean '${suggestion}'?` : ""}`
          };
        }
        for (const input of inputs.filter((each) => isVariable(each) && !(each.name in profile))) {
          yield {
            field: field2,
            message: `got no shapes of ${describeInput(input)}; each input with open dimensions requires shapes`
          };
        }
      }
    }
  },
  {
    id: "engine.profile-range",
    *check(model) {
      for (const { profile, field: field2 } of builtProfiles(model)) {
        for (const [name, shapes] of Object.entries(profile)) {
          const problem = rangeProblem(shapes);
          if (problem) yield { field: `${field2}[${name}]`, message: problem };
        }
      }
    }
  },
  {
    id: "engine.profile-shape",
    *check(model) {
      for (const { profile, field: field2, inputs } of builtProfiles(model)) {
        for (const [name, { max }] of Object.entries(profile)) {
          const shape = inputs.find((input) => input.name === name)?.shape;
          const problem = shape && shapeProblem(max, shape, model.config.max_batch_size > 0);
          if (problem) yield { field: `${field2}[${name}]`, message: problem };
          const wrongDimension = shape?.findIndex((dim, index) => dim !== -1 && hasDifferentSize(profile[name], index, dim)) ?? -1;
          if (shape && !problem && wrongDimension >= 0) {
            yield {
              field: `${field2}[${name}]`,
              message: `got a size other than ${shape[wrongDimension]} for dimension ${wrongDimension}, which is fixed in the graph ([${shape.join(", ")}])`
            };
          }
        }
      }
    }
  }
];
function builtProfiles(model) {
  const { profiles = [], inputs = [] } = buildOf(model) ?? {};
  return profiles.map((profile, index) => ({ profile, field: `files.profiles[${index}]`, inputs }));
}
function isVariable({ shape }) {
  return shape === void 0 || shape.includes(-1);
}
function describeInput({ name, shape }) {
  return shape ? `'${name}' ([${shape.join(", ")}])` : `'${name}'`;
}
function rangeProblem({ min, opt, max }) {
  const description = `got min [${min.join(", ")}], opt [${opt.join(", ")}], max [${max.join(", ")}]`;
  if (![...min, ...opt, ...max].every((dim) => Number.isInteger(dim) && dim >= 0)) {
    return `${description}; allowed: whole numbers of at least 0`;
  }
  if (min.length !== opt.length || opt.length !== max.length)
    return `${description}; allowed: shapes with the same number of dimensions`;
  const isOrdered = min.every((dim, index) => dim <= opt[index] && opt[index] <= max[index]);
  return isOrdered ? void 0 : `${description}; allowed: min at most opt, opt at most max, in each dimension`;
}
function shapeProblem(profileShape, graphShape, hasBatchDimension) {
  if (profileShape.length === graphShape.length) return void 0;
  const description = `got ${profileShape.length} dimensions; the graph has ${graphShape.length} ([${graphShape.join(", ")}])`;
  return hasBatchDimension && profileShape.length === graphShape.length - 1 ? `${description}: the batch dimension belongs to a profile, [1, ${profileShape.join(", ")}] for one item` : `${description}: include all of them`;
}
function hasDifferentSize({ min, opt, max }, index, dim) {
  return [min, opt, max].some((shape) => shape.length > index && shape[index] !== dim);
}

// lib/model/file-rules/engine-types.ts
var FIRST_VERSION_WITH_INT64 = "9.0";
var engineTypeRules = [
  {
    id: "engine.int64",
    *check(model, options) {
      for (const { tensor: tensor2, graphTensor, field: field2, source } of matchTensors(model)) {
        if (!isConvertedToInt32(model, graphTensor, options) || tensor2.data_type === DataType.INT32.name) continue;
        yield {
          field: `${field2}.data_type`,
          message: `got ${tensor2.data_type} for '${tensor2.name}', as in ${source}; TensorRT ${tensorRtOf(options.tritonRelease)?.version} of Triton ${options.tritonRelease} converts it to TYPE_INT32: declare inputs and outputs with TYPE_INT32, or use Triton ${firstReleaseWithTensorRt(FIRST_VERSION_WITH_INT64)?.release} or newer`
        };
      }
    }
  }
];
function isConvertedToInt32(model, graphTensor, { tritonRelease, customImage }) {
  const version3 = customImage ? void 0 : tensorRtOf(tritonRelease)?.version;
  if (version3 === void 0 || compareVersions(version3, FIRST_VERSION_WITH_INT64) >= 0) return false;
  return graphTensor.dataType === DataType.INT64 && buildOf(model) !== void 0;
}

// lib/model/file-rules/model-file.ts
var import_path5 = require("path");
var modelFileRules = [
  {
    id: "backend.required",
    *check({ backend, config, versions, files }) {
      const { name, platform, default_model_filename: fileName } = config;
      if (backend.name || platform || fileName || versions.length === 0) return;
      if (name.includes(".")) return;
      const folders = files.filter(({ path: path30 }) => path30.includes("/")).map(({ path: path30 }) => path30.split("/")[0]);
      const [first] = folders.sort();
      const foundPaths = files.filter(({ path: path30 }) => path30.startsWith(`${first}/`)).map(({ path: path30 }) => path30);
      const advice = adviceForSeveralFiles(foundPaths.map(nameInVersion), backend);
      yield {
        field: "backend",
        message: `neither backend nor platform is set, and Triton knows no backend by the files ${foundPaths.slice(0, 5).join(", ")}${foundPaths.length > 5 ? ", \u2026" : ""}; ${advice ?? "set the backend, such as 'onnxruntime'"}`
      };
    }
  },
  {
    id: "files.link",
    *check({ content }) {
      for (const problem of content?.problems ?? []) yield { field: "files", message: problem };
    }
  },
  {
    id: "files.git-lfs",
    *check({ files }) {
      for (const { path: path30, source } of files.filter(isOnDisk)) {
        if (isLfsPointer(source)) {
          yield {
            field: "files",
            message: `got ${path30}, which is a Git LFS pointer instead of the file itself; run 'git lfs pull'; an app that needs only the templates requires a ${LOCK_FILE} that lists the file`
          };
        }
      }
    }
  },
  {
    id: "files.format",
    *check({ backend, content, files }) {
      if (content || !isKnownBackend(backend)) return;
      for (const { path: path30, source } of files) {
        const [fileType, usedType] = [source ?? path30, path30].map((each) => treeModelType((0, import_path5.basename)(each), true));
        if (backend.name === "fil" && fileType !== void 0 && fileType !== usedType) {
          yield {
            field: "parameters",
            message: `got model_type '${usedType}', with which the fil backend would load ${(0, import_path5.basename)(source ?? path30)} as ${path30}; allowed: '${fileType}', or a file for '${usedType}'`
          };
        }
        const fileBackend = source && backendOfExtension(source);
        if (!fileBackend || fileBackend.name === backend.name || (0, import_path5.extname)(source) === (0, import_path5.extname)(path30)) continue;
        yield {
          field: "backend",
          message: `got '${backend.name}', which would load ${(0, import_path5.basename)(source)} as ${path30}; allowed: '${fileBackend.name}', or a file for ${backend.name}`
        };
      }
    }
  },
  {
    id: "lock.tensors",
    *check({ backend, config, files, modelFileNames, versions }) {
      const paths = new Set(versions.flatMap((version3) => modelFileNames.map((name) => `${version3}/${name}`)));
      const model = files.find(({ path: path30, absent }) => absent && paths.has(path30));
      if (!model || backend.name !== "onnxruntime" || config.input.length > 0 && config.output.length > 0) return;
      yield {
        field: "inputs",
        message: `got no inputs or outputs; they are read from ${model.path}, which is only listed in ${LOCK_FILE}; set inputs, outputs and maxBatchSize to synthesize without the file`
      };
    }
  },
  {
    id: "repo.default-file",
    *check(model, options) {
      if (model.modelFileNames.length === 0) return;
      const knowsBackend = isKnownBackend(model.backend);
      if (!knowsBackend && options.customImage) return;
      const expected = model.modelFileNames.join(" or ");
      const filesByVersion = pathsByVersion(model);
      for (const version3 of model.versions) {
        if (modelFileOf(model, version3) ?? isModelFolder(model, version3) ?? hasEngineForInstance(model, version3, options))
          continue;
        const foundPaths = filesByVersion.get(version3) ?? [];
        const advice = adviceFor(foundPaths, model);
        yield {
          field: "files",
          message: knowsBackend ? `got ${joinNames(foundPaths)}; the ${model.backend.name} backend looks for ${version3}/${expected}: ${advice}` : `got ${joinNames(foundPaths) || "no files"}; default_model_filename (defaultModelFilename) is ${expected}, which version ${version3} does not have`,
          severity: knowsBackend ? "error" /* ERROR */ : "warning" /* WARNING */
        };
      }
    }
  },
  {
    id: "files.empty",
    *check(model) {
      if (!isKnownBackend(model.backend) || model.backend.name === "onnxruntime") return;
      for (const version3 of model.versions) {
        const file = modelFileOf(model, version3);
        if (file && sizeOf(file) === 0) {
          yield {
            field: "files",
            message: `got ${file.path} of 0 bytes, which the ${model.backend.name} backend cannot load; replace it with the model`
          };
        }
      }
    }
  },
  {
    id: "repo.cc-file",
    *check({ config, files, versions }, { instanceType }) {
      for (const [capability, name] of config.cc_model_filenames) {
        const missing = versions.filter((version3) => !fileAt(files, `${version3}/${name}`));
        const isUsed = instanceType?.computeCapability === capability;
        if (missing.length > 0) {
          yield {
            field: "cc_model_filenames",
            message: `got '${name}' for compute capability ${capability}, which version ${joinNames(missing)} does not have; add the file, or leave the capability out`,
            severity: isUsed ? "error" /* ERROR */ : "warning" /* WARNING */
          };
        }
      }
    }
  }
];
function pathsByVersion({ files }) {
  const pathLists = /* @__PURE__ */ new Map();
  for (const { path: path30 } of files) {
    const [version3] = path30.split("/", 1);
    const paths = pathLists.get(version3) ?? [];
    pathLists.set(version3, paths);
    if (path30 !== version3) paths.push(path30);
  }
  return pathLists;
}
function nameInVersion(path30) {
  return path30.split("/")[1];
}
function adviceFor(foundPaths, { backend }) {
  if (foundPaths.every((path30) => (0, import_path5.basename)(path30).startsWith(".")))
    return "add the file before you synthesize, or set files to ModelFiles.fromFile";
  const adviceForSeveral = adviceForSeveralFiles(foundPaths.map(nameInVersion), backend);
  if (adviceForSeveral) return adviceForSeveral;
  const foundBackend = foundPaths.map(backendOfExtension).find((each) => each !== void 0);
  if (foundBackend && foundBackend.name !== backend.name)
    return `set the backend to '${foundBackend.name}', or add the file`;
  return "rename the file, or set default_model_filename (defaultModelFilename)";
}
function isModelFolder({ files, modelFileNames }, version3) {
  return modelFileNames.some((name) => !name.endsWith(".onnx") && hasFolder(files, `${version3}/${name}`)) || void 0;
}
function hasEngineForInstance(model, version3, { instanceType }) {
  const engines = [...model.config.cc_model_filenames];
  const capability = instanceType?.computeCapability;
  const usable = engines.filter(([key]) => capability === void 0 || key === capability).map(([, name]) => name);
  return usable.some((name) => fileAt(model.files, `${version3}/${name}`)) || void 0;
}

// lib/model/file-rules/onnx.ts
var path10 = __toESM(require("path"));

// lib/facts/onnx-versions.ts
var VERSIONS = {
  "1.16": { irVersion: 9, opsets: { "ai.onnx": 19, "ai.onnx.ml": 3 } },
  "1.17": { irVersion: 9, opsets: { "ai.onnx": 20, "ai.onnx.ml": 4 } },
  "1.18": { irVersion: 10, opsets: { "ai.onnx": 21, "ai.onnx.ml": 5 } },
  "1.19": { irVersion: 10, opsets: { "ai.onnx": 21, "ai.onnx.ml": 5 } },
  "1.21": { irVersion: 10, opsets: { "ai.onnx": 22, "ai.onnx.ml": 5 } },
  "1.23": { irVersion: 11, opsets: { "ai.onnx": 23, "ai.onnx.ml": 5 } },
  "1.24": { irVersion: 13, opsets: { "ai.onnx": 25, "ai.onnx.ml": 5 } }
};
function onnxVersionsOf(onnxRuntime) {
  return VERSIONS[onnxRuntime.split(".").slice(0, 2).join(".")];
}

// lib/model/file-rules/onnx-versions.ts
function* checkVersions({ path: path30 }, graph, { tritonRelease, customImage }) {
  const onnxRuntime = findTritonRelease(tritonRelease ?? "")?.onnxRuntime;
  const supportedVersions = onnxRuntime && onnxVersionsOf(onnxRuntime);
  if (!supportedVersions || customImage) return;
  const unsupported = unsupportedVersions(supportedVersions, graph);
  if (unsupported.length === 0) return;
  const newerRelease = tritonReleases().find((row) => supports(row.onnxRuntime, graph))?.release;
  const alternative = newerRelease === void 0 ? "" : `, or use Triton ${newerRelease} or newer`;
  yield {
    field: "files",
    message: `got ${path30} with ${unsupported.map(({ versionKind, got }) => `${versionKind} ${got}`).join(" and ")}; ONNX Runtime ${onnxRuntime} of Triton ${tritonRelease} reads ${unsupported.map(({ versionKind, allowed }) => `${versionKind} up to ${allowed}`).join(" and ")}: export it for these versions${alternative}`
  };
}
function unsupportedVersions({ irVersion, opsets }, graph) {
  const versions = [
    { versionKind: "IR version", got: graph.irVersion ?? 0, allowed: irVersion },
    ...Object.entries(opsets).map(([domain, allowed]) => ({
      versionKind: domain === "ai.onnx" ? "opset" : `opset of ${domain}`,
      got: graph.opsets.get(domain) ?? 0,
      allowed
    }))
  ];
  return versions.filter(({ got, allowed }) => got > allowed);
}
function supports(onnxRuntime, graph) {
  const supportedVersions = onnxRuntime === void 0 ? void 0 : onnxVersionsOf(onnxRuntime);
  return supportedVersions !== void 0 && unsupportedVersions(supportedVersions, graph).length === 0;
}

// lib/model/file-rules/onnx.ts
var onnxRules = [
  {
    id: "onnx.unreadable",
    *check(model) {
      for (const { file, problem } of onnxFilesOf(model)) {
        if (problem)
          yield {
            field: "files",
            message: `got ${file.path}, which is not an ONNX model: ${problem}; export it again`
          };
      }
    }
  },
  {
    id: "onnx.version",
    *check(model, options) {
      if (model.backend.name !== "onnxruntime") return;
      for (const { file, graph } of graphsOf(model)) yield* checkVersions(file, graph, options);
    }
  },
  {
    id: "onnx.external-data",
    *check(model) {
      for (const { file, candidates, graph } of graphsOf(model)) {
        const paths = graph.externalFiles.map((name) => path10.posix.join(path10.posix.dirname(file.path), name));
        const missing = paths.filter((name) => !fileAt(candidates, name));
        if (missing.length > 0) {
          const advice = model.content ? "put them into the same folder" : "put the model and these files, and nothing else, into a folder, and use TritonModel.fromDirectory (ModelFiles.fromDirectory)";
          yield {
            field: "files",
            message: `got ${file.path}, whose weights are in other files that are missing: ${joinNames(missing)}; ${model.backend.name === "onnxruntime" ? advice : "put them into the same folder"}`
          };
        }
      }
    }
  },
  {
    id: "onnx.tensors-only",
    *check(model) {
      for (const { graph, source } of graphsOf(model)) {
        for (const { name, otherType: otherType2 } of [...graph.inputs, ...graph.defaultedInputs, ...graph.outputs]) {
          if (otherType2 === void 0) continue;
          yield {
            field: "files",
            message: `got '${name}', a ${otherType2}, in ${source}; allowed: tensors; export the model again without it: for scikit-learn, LightGBM and XGBoost, convert with zipmap=False (skl2onnx: options={'zipmap': False})`
          };
        }
      }
    }
  },
  {
    id: "io.unexpected-input",
    *check(model) {
      for (const { inputs, source } of tensorsOf2(model)) {
        yield* findUnexpected(inputNames(model.config), inputs, source);
      }
    }
  },
  {
    id: "io.unexpected-output",
    *check(model) {
      for (const { outputs, source } of tensorsOf2(model)) {
        yield* findUnexpected(outputNames(model.config), outputs, source);
      }
    }
  },
  {
    id: "onnx.input-count",
    *check(model) {
      const { config } = model;
      if (config.input.length === 0) return;
      const configured = inputNames(config).map(({ name }) => name);
      const names2 = new Set(configured);
      for (const { requiredInputs, source } of tensorsOf2(model)) {
        const missing = requiredInputs.map(({ name }) => name).filter((name) => !names2.has(name));
        if (missing.length > 0 && configured.length !== requiredInputs.length) {
          yield {
            field: "input",
            message: `got ${joinQuoted(configured)}; ${source} also requires ${joinQuoted(missing)}: add ${missing.length === 1 ? "it" : "them"}`
          };
        }
      }
    }
  },
  {
    id: "onnx.io-dtype",
    *check(model, options) {
      for (const { tensor: tensor2, graphTensor, field: field2, source } of matchTensors(model)) {
        if (!graphTensor.dataType || graphTensor.dataType.name === tensor2.data_type) continue;
        if (isConvertedToInt32(model, graphTensor, options)) continue;
        yield {
          field: `${field2}.data_type`,
          message: `got ${tensor2.data_type} for '${tensor2.name}'; allowed: ${graphTensor.dataType}, as in ${source}`
        };
      }
    }
  },
  {
    id: "onnx.batch-first",
    *check(model) {
      const maximum = model.config.max_batch_size;
      if (maximum <= 0) return;
      const fixedMatches = [...matchTensors(model)].filter(
        (match) => isShapeCompared(model.config, match) && match.graphTensor.shape?.[0] !== -1
      );
      for (const source of new Set(fixedMatches.map((match) => match.source))) {
        const tensors = fixedMatches.filter((match) => match.source === source).map(({ graphTensor }) => describeShape(graphTensor));
        yield {
          field: "max_batch_size",
          message: `got ${maximum}; allowed: 0, because the first dimension is not open in ${source} (${joinNames(tensors)}); export it with a dynamic batch dimension to batch`
        };
      }
    }
  },
  {
    id: "onnx.ragged-shape",
    *check(model) {
      for (const { tensor: tensor2, graphTensor, field: field2, source } of matchTensors(model)) {
        if (!("allow_ragged_batch" in tensor2) || !tensor2.allow_ragged_batch) continue;
        if (graphTensor.shape && (graphTensor.shape.length !== 1 || graphTensor.shape[0] !== -1)) {
          yield {
            field: `${field2}.allow_ragged_batch`,
            message: `got true for '${tensor2.name}'; allowed only for the shape [-1], ${source} has [${graphTensor.shape.join(", ")}]`
          };
        }
      }
    }
  },
  {
    id: "onnx.io-dims",
    *check(model) {
      for (const match of matchTensors(model)) yield* compareDims(model.config, match);
    }
  }
];
function* findUnexpected(configured, allowedTensors, source) {
  const names2 = allowedTensors.map((tensor2) => tensor2.name);
  const knownNames = new Set(names2);
  const allowed = joinQuoted(names2);
  for (const { name, field: field2 } of configured) {
    if (!knownNames.has(name)) yield { field: field2, message: `got '${name}'; allowed: ${allowed}, as in ${source}` };
  }
}
function joinQuoted(names2) {
  return joinNames(names2.map((name) => `'${name}'`)) || "none";
}
function describeShape({ name, shape = [] }) {
  return `'${name}' is [${shape.join(", ")}]`;
}
function isShapeCompared(config, { tensor: tensor2, graphTensor }) {
  if (!graphTensor.shape || graphTensor.shape.length === 0) return false;
  if ("allow_ragged_batch" in tensor2) return !tensor2.allow_ragged_batch;
  return !config.batch_output.some((each) => each.target_name.includes(tensor2.name));
}
function* compareDims(config, match) {
  const { tensor: tensor2, graphTensor, field: field2, source } = match;
  const configuredDims = (tensor2.reshape?.shape ?? tensor2.dims).map(Number);
  const violation = (allowed2, advice = "") => ({
    field: tensor2.reshape ? `${field2}.reshape.shape` : `${field2}.dims`,
    message: `got [${configuredDims.join(", ")}] for '${tensor2.name}'; allowed: ${allowed2}, as in ${source}${advice}`
  });
  if (graphTensor.shape?.length === 0 && configuredDims.some((dim) => dim !== 1)) yield violation("[1] for a scalar");
  if (!isShapeCompared(config, match)) return;
  const [firstDimension, ...otherDimensions] = graphTensor.shape ?? [];
  const hasBatchDimension = config.max_batch_size > 0;
  if (hasBatchDimension && firstDimension !== -1) return;
  const allowed = hasBatchDimension ? otherDimensions : [firstDimension, ...otherDimensions];
  const allowedShape = `[${allowed.join(", ")}]${hasBatchDimension ? " after the batch dimension" : ""}`;
  if (configuredDims.length !== allowed.length || allowed.some((dim, index) => dim !== -1 && dim !== configuredDims[index])) {
    const withoutBatch = !hasBatchDimension && firstDimension === -1 && otherDimensions.length === configuredDims.length;
    yield violation(allowedShape, withoutBatch ? "; or set max_batch_size (maxBatchSize), if -1 is the batch" : "");
  } else if (!("allow_ragged_batch" in tensor2) && allowed.some((dim, index) => dim !== configuredDims[index])) {
    yield { ...violation(allowedShape), severity: "warning" /* WARNING */ };
  }
}

// lib/model/file-rules/parameter-paths.ts
var import_path6 = require("path");
var REPOSITORY = "/opt/ml/model";
var PARAMETER_READ_BY_TRITON = "TRITON_BATCH_STRATEGY_PATH";
var parameterPathRules = [
  {
    id: "param.path",
    severity: "warning" /* WARNING */,
    *check(model) {
      for (const [key, { string_value: value }] of model.config.parameters) {
        if (key === "EXECUTION_ENV_PATH" || !value.includes("/") || /[\s:]/.test(value)) continue;
        const field2 = `parameters[${key}]`;
        const path30 = import_path6.posix.normalize(value);
        const pathInModel = path30.startsWith(`${REPOSITORY}/${model.config.name}/`) ? path30.slice(`${REPOSITORY}/${model.config.name}/`.length) : void 0;
        if (pathInModel !== void 0) {
          if (isPathInModel(model, pathInModel)) continue;
          yield {
            field: field2,
            message: `got '${value}', but the model's folder has no ${pathInModel}; add it`,
            ...key === PARAMETER_READ_BY_TRITON && { severity: "error" /* ERROR */ }
          };
        } else {
          const file = fileInOtherRepository(model, path30);
          if (file === void 0) continue;
          yield {
            field: field2,
            message: `got '${value}', which is not where SageMaker puts ${file} of the model's folder; set ${REPOSITORY}/${model.config.name}/${file}`
          };
        }
      }
    }
  }
];
function fileInOtherRepository(model, path30) {
  const parts = path30.split("/").filter((part) => part !== "");
  const index = parts.lastIndexOf(model.config.name);
  const pathInModel = parts.slice(index + 1).join("/");
  return index > 0 && pathInModel !== "" && isPathInModel(model, pathInModel) ? pathInModel : void 0;
}
function isPathInModel({ files }, path30) {
  return path30 === "config.pbtxt" || fileAt(files, path30) !== void 0 || hasFolder(files, path30.replace(/\/$/, ""));
}

// lib/model/file-rules/profile-use.ts
var profileUseRules = [
  {
    id: "engine.profile-index",
    *check(model) {
      const usedByInstances = usedIndexes(model.config);
      for (const { profiles, source } of allProfiles(model)) {
        const indexes = profiles.map((_, index) => `${index}`);
        for (const [groupIndex, { profile }] of model.config.instance_group.entries()) {
          for (const [index, name] of profile.entries()) {
            if (profiles.length === 0 || indexes.includes(name)) continue;
            const field2 = `instance_group[${groupIndex}].profile[${index}]`;
            yield { field: field2, message: `got '${name}'; allowed: ${indexes.join(", ")}, the profiles in ${source}` };
          }
        }
        const unused = indexes.filter((index) => !usedByInstances.has(index));
        if (unused.length > 0) {
          yield {
            field: "instance_group",
            message: `no instance uses profile ${unused.join(", ")} of ${source}; list the profiles to use in the instance groups' profiles`,
            severity: "warning" /* WARNING */
          };
        }
      }
    }
  },
  {
    id: "engine.batch",
    *check(model) {
      const maxBatchSize = model.config.max_batch_size;
      if (maxBatchSize <= 0) return;
      for (const { profiles, source } of usedProfiles(model)) {
        const ranges = profiles.map(batchRangeOf).filter((range) => range !== void 0);
        if (ranges.length === 0) continue;
        const maximumBatch = Math.max(...ranges.map(({ max }) => max));
        const minimumBatch = Math.min(...ranges.map(({ min }) => min));
        if (maxBatchSize > maximumBatch) {
          yield {
            field: "max_batch_size",
            message: `got ${maxBatchSize}; allowed: at most ${maximumBatch}, the largest batch of the profiles in ${source}`
          };
        } else if (minimumBatch > 1) {
          yield {
            field: "max_batch_size",
            message: `the smallest batch of the profiles in ${source} is ${minimumBatch}, so a single request may fail: begin a profile with 1`,
            severity: "warning" /* WARNING */
          };
        }
      }
    }
  },
  {
    id: "engine.dims",
    *check(model) {
      const { input, max_batch_size: maxBatchSize } = model.config;
      for (const { profiles, source } of usedProfiles(model)) {
        for (const [index, tensor2] of input.entries()) {
          const ranges = profiles.flatMap((profile) => profile[tensor2.name] ?? []);
          const configuredDims = (tensor2.reshape?.shape ?? tensor2.dims).map(Number);
          const shape = maxBatchSize > 0 ? [-1, ...configuredDims] : configuredDims;
          if (ranges.length === 0 || ranges.some((range) => isInRange2(range, shape))) continue;
          const allowed = ranges.map(({ min, max }) => `[${min.join(", ")}] to [${max.join(", ")}]`).join(" or ");
          yield {
            field: tensor2.reshape ? `input[${index}].reshape.shape` : `input[${index}].dims`,
            message: `got [${configuredDims.join(", ")}] for '${tensor2.name}'; allowed: inside ${allowed}${maxBatchSize > 0 ? " without the batch dimension" : ""}, the profiles in ${source}`
          };
        }
      }
    }
  }
];
function allProfiles(model) {
  const build = buildOf(model);
  if (build) return [{ profiles: build.profiles, source: "files" }];
  return existingEngines(model).flatMap((engine) => {
    const { profiles } = readSidecar(engine.source) ?? {};
    return profiles ? [{ profiles, source: `${engine.path}.json` }] : [];
  });
}
function usedProfiles(model) {
  const usedByInstances = usedIndexes(model.config);
  const { inputs = [] } = buildOf(model) ?? {};
  return allProfiles(model).map(({ profiles, source }) => ({
    profiles: profiles.filter((profile, index) => usedByInstances.has(`${index}`) && hasRankOfGraph(profile, inputs)),
    source
  }));
}
function usedIndexes({ instance_group: groups }) {
  const groupIndexes = groups.map(({ profile }) => profile.length > 0 ? profile : ["0"]);
  return new Set(groups.length > 0 ? groupIndexes.flat() : ["0"]);
}
function hasRankOfGraph(profile, inputs) {
  return inputs.every(({ name, shape }) => !shape || (profile[name]?.max.length ?? shape.length) === shape.length);
}
function batchRangeOf(profile) {
  const inputs = Object.values(profile).filter(({ min, max }) => min.length > 0 && max.length > 0);
  if (inputs.length === 0) return void 0;
  return {
    min: Math.max(...inputs.map(({ min }) => min[0])),
    max: Math.min(...inputs.map(({ max }) => max[0]))
  };
}
function isInRange2({ min, max }, dims) {
  if (dims.length !== min.length || dims.length !== max.length) return true;
  return dims.every((dim, index) => dim === -1 || min[index] <= dim && dim <= max[index]);
}

// lib/model/file-rules/python-class.ts
var CLASS_NAME = "TritonPythonModel";
var DYNAMIC_DEFINITION = /import\s+\*|\bglobals\s*\(|\bexec\s*\(|__getattr__|\bsetattr\s*\(/;
var STATEMENT = /^(?:class|def|import|from)\s/m;
var pythonClassRules = [
  {
    id: "py.class",
    *check(model) {
      if (model.backend.name !== "python" || model.config.runtime) return;
      for (const file of modelFiles(model)) {
        const { path: path30 } = file;
        const text2 = readPythonFile(file);
        if (!STATEMENT.test(text2) || text2.includes(CLASS_NAME) || DYNAMIC_DEFINITION.test(text2)) continue;
        yield {
          field: "files",
          message: `got ${path30} without the class ${CLASS_NAME}; the Python backend creates an object of this class and calls its method execute: define it`
        };
      }
    }
  }
];

// lib/facts/image-packages.json
var image_packages_default = {
  source: "triton-inference-server/server, build.py and python/openai/requirements.txt, and core, python/tritonserver, release branches r21.08 to r26.05. Exact versions of pydantic, httpx, fastapi, openai and scipy are pins there. All other versions are inferred: the result of 'uv pip compile --exclude-newer' at the beginning and the end of the build of the branch; numpy is pinned below 2 since r24.06. setuptools, pip and wheel are from apt since r24.11, unless the base image has newer ones. No image was opened, and AWS may have rebuilt an image later. 'possible' packages depend on a flag of the build. Read 2026-11-27.",
  releases: [
    { release: "21.08", packages: { numpy: ">=1.21.1,<=1.21.2", pip: ">=21.2.3,<=21.2.4", setuptools: "==57.4.0", wheel: "==0.37.0" } },
    { release: "22.05", packages: { numpy: ">=1.22.3,<=1.22.4", pip: ">=22.0.4,<=22.1.1", setuptools: ">=62.2.0,<=62.3.2", wheel: "==0.37.1" } },
    { release: "22.07", packages: { numpy: "==1.23.1", pip: ">=22.1.2,<=22.2.1", setuptools: ">=63.1.0,<=63.3.0", wheel: "==0.37.1" } },
    { release: "22.10", packages: { numpy: ">=1.23.3,<=1.23.4", pip: ">=22.2.2,<=22.3.1", setuptools: ">=65.4.1,<=65.5.1", wheel: ">=0.37.1,<=0.38.2" } },
    { release: "22.12", packages: { numpy: ">=1.23.5,<=1.24.0", pip: "==22.3.1", setuptools: "==65.6.3", wheel: "==0.38.4" } },
    { release: "23.02", packages: { numpy: "==1.24.2", pip: ">=23.0,<=23.0.1", setuptools: ">=67.2.0,<=67.4.0", wheel: "==0.38.4" } },
    { release: "23.03", packages: { numpy: "==1.24.2", pip: "==23.0.1", setuptools: ">=67.6.0,<=67.6.1", wheel: ">=0.38.4,<=0.40.0" } },
    { release: "23.12", packages: { numpy: "==1.26.2", pip: ">=23.3.1,<=23.3.2", setuptools: "==69.0.2", wheel: "==0.42.0" } },
    { release: "24.01", packages: { numpy: "==1.26.3", pip: "==23.3.2", setuptools: "==69.0.3", wheel: "==0.42.0" } },
    { release: "24.03", packages: { numpy: "==1.26.4", pip: "==24.0", setuptools: ">=69.1.1,<=69.2.0", wheel: "==0.43.0" } },
    { release: "24.05", packages: { distlib: "==0.3.8", filelock: "==3.14.0", numpy: "==1.26.4", pip: "==24.0", platformdirs: ">=4.2.1,<=4.2.2", setuptools: ">=69.5.1,<=70.0.0", virtualenv: ">=20.26.1,<=20.26.2", wheel: "==0.43.0" } },
    { release: "24.09", packages: { distlib: "==0.3.8", filelock: ">=3.15.4,<=3.16.1", numpy: "==1.26.4", pip: "==24.2", platformdirs: ">=4.2.2,<=4.3.6", setuptools: ">=74.1.2,<=75.1.0", virtualenv: ">=20.26.3,<=20.26.6", wheel: "==0.44.0" } },
    { release: "25.04", packages: { "annotated-types": "==0.7.0", anyio: "==4.9.0", certifi: ">=2025.1.31,<=2025.4.26", distlib: "==0.3.9", distro: "==1.9.0", fastapi: "==0.115.6", fastrlock: "==0.8.3", filelock: "==3.18.0", h11: ">=0.14.0,<=0.16.0", httpcore: ">=1.0.8,<=1.0.9", httpx: "==0.27.2", idna: "==3.10", iniconfig: "==2.1.0", jiter: "==0.9.0", numpy: "==1.26.4", openai: "==1.60.0", packaging: ">=24.2,<=25.0", pip: ">=24.0,<=25.1.1", platformdirs: ">=4.3.7,<=4.3.8", pluggy: ">=1.5.0,<=1.6.0", pydantic: "==2.10.6", "pydantic-core": "==2.27.2", pytest: "==8.3.5", setuptools: ">=68.1.2,<=80.7.1", sniffio: "==1.3.1", starlette: "==0.41.3", tqdm: "==4.67.1", "typing-extensions": "==4.13.2", virtualenv: ">=20.30.0,<=20.31.2", wheel: ">=0.42.0,<=0.45.1" } },
    { release: "25.09", packages: { "annotated-types": "==0.7.0", anyio: ">=4.10.0,<=4.11.0", certifi: ">=2025.8.3,<=2025.10.5", distlib: "==0.4.0", distro: "==1.9.0", fastapi: "==0.115.6", fastrlock: "==0.8.3", filelock: "==3.19.1", h11: "==0.16.0", httpcore: "==1.0.9", httpx: "==0.27.2", idna: "==3.10", iniconfig: "==2.1.0", jiter: "==0.11.0", numpy: "==1.26.4", openai: "==1.107.3", packaging: "==25.0", "partial-json-parser": "==0.2.1.1.post6", pip: ">=24.0,<=25.2", platformdirs: "==4.4.0", pluggy: "==1.6.0", pydantic: "==2.10.6", "pydantic-core": "==2.27.2", pygments: "==2.19.2", pytest: "==8.4.2", setuptools: ">=68.1.2,<=80.9.0", sniffio: "==1.3.1", starlette: "==0.41.3", tqdm: "==4.67.1", "typing-extensions": "==4.15.0", virtualenv: "==20.34.0", wheel: ">=0.42.0,<=0.45.1" } },
    { release: "26.03", packages: { "annotated-doc": "==0.0.4", "annotated-types": "==0.7.0", anyio: ">=4.12.1,<=4.13.0", certifi: "==2026.2.25", distlib: "==0.4.0", distro: "==1.9.0", fastapi: "==0.121.2", filelock: "==3.25.2", h11: "==0.16.0", httpcore: "==1.0.9", httpx: "==0.27.2", idna: "==3.11", jiter: "==0.13.0", numpy: "==1.26.4", openai: "==1.107.3", "partial-json-parser": "==0.2.1.1.post7", pip: ">=24.0,<=26.0.1", platformdirs: "==4.9.4", pydantic: "==2.10.6", "pydantic-core": "==2.27.2", "python-discovery": ">=1.1.3,<=1.2.1", scipy: "==1.16.3", setuptools: ">=68.1.2,<=82.0.1", sniffio: "==1.3.1", starlette: "==0.49.3", tqdm: "==4.67.3", "typing-extensions": "==4.15.0", virtualenv: "==21.2.0", wheel: ">=0.42.0,<=0.46.3" }, possible: { fastrlock: "==0.8.3", iniconfig: "==2.3.0", packaging: "==26.0", pluggy: "==1.6.0", pygments: "==2.19.2", pytest: "==9.0.2" } },
    { release: "26.04", packages: { "annotated-doc": "==0.0.4", "annotated-types": "==0.7.0", anyio: "==4.13.0", certifi: ">=2026.2.25,<=2026.4.22", distlib: "==0.4.0", distro: "==1.9.0", fastapi: "==0.121.2", filelock: ">=3.25.2,<=3.29.0", h11: "==0.16.0", httpcore: "==1.0.9", httpx: "==0.27.2", idna: ">=3.11,<=3.13", jiter: ">=0.13.0,<=0.14.0", numpy: "==1.26.4", openai: "==1.107.3", "partial-json-parser": "==0.2.1.1.post7", pip: ">=24.0,<=26.1", platformdirs: "==4.9.6", pydantic: "==2.10.6", "pydantic-core": "==2.27.2", "python-discovery": "==1.2.2", scipy: "==1.16.3", setuptools: ">=68.1.2,<=82.0.1", sniffio: "==1.3.1", starlette: "==0.49.3", tqdm: "==4.67.3", "typing-extensions": "==4.15.0", virtualenv: ">=21.2.1,<=21.3.0", wheel: ">=0.42.0,<=0.47.0" }, possible: { fastrlock: "==0.8.3", iniconfig: "==2.3.0", packaging: ">=26.0,<=26.2", pluggy: "==1.6.0", pygments: "==2.20.0", pytest: "==9.0.3" } },
    { release: "26.05", packages: { "annotated-doc": "==0.0.4", "annotated-types": "==0.7.0", anyio: "==4.13.0", certifi: ">=2026.4.22,<=2026.5.20", distlib: "==0.4.0", distro: "==1.9.0", fastapi: "==0.121.2", filelock: "==3.29.0", h11: "==0.16.0", httpcore: "==1.0.9", httpx: "==0.27.2", idna: ">=3.15,<=3.17", jiter: ">=0.14.0,<=0.15.0", numpy: "==1.26.4", openai: "==1.107.3", "partial-json-parser": "==0.2.1.1.post7", pip: ">=24.0,<=26.1.1", platformdirs: ">=4.9.6,<=4.10.0", pydantic: "==2.10.6", "pydantic-core": "==2.27.2", "python-discovery": ">=1.3.1,<=1.4.0", scipy: "==1.16.3", setuptools: ">=68.1.2,<=82.0.1", sniffio: "==1.3.1", starlette: "==0.49.3", tqdm: "==4.67.3", "typing-extensions": "==4.15.0", virtualenv: ">=21.3.3,<=21.4.1", wheel: ">=0.42.0,<=0.47.0" }, possible: { fastrlock: "==0.8.3", iniconfig: "==2.3.0", packaging: "==26.2", pluggy: "==1.6.0", pygments: "==2.20.0", pytest: "==9.0.3" } }
  ]
};

// lib/facts/image-packages.ts
var MODULES = {
  setuptools: ["setuptools", "pkg_resources"],
  pytest: ["pytest", "_pytest"]
};
var FURTHER_MODULES = {
  "21.08": ["nvidia"],
  "25.04": ["tritonserver", "tritonfrontend", "cupy", "cupyx", "cupy_backends"]
};
function imagePackages(release) {
  const row = rowOf(release);
  return { certain: requirementsOf(row?.packages), possible: requirementsOf(row?.possible) };
}
function isImageModule(name, release) {
  const row = rowOf(release);
  const packages = [...Object.keys(row?.packages ?? {}), ...Object.keys(row?.possible ?? {})];
  const isFurther = Object.entries(FURTHER_MODULES).some(
    ([since, names2]) => compareReleases(release, since) >= 0 && names2.includes(name)
  );
  return isFurther || packages.some((each) => (MODULES[each] ?? [each.replaceAll("-", "_")]).includes(name));
}
function rowOf(release) {
  return image_packages_default.releases.filter((each) => compareReleases(each.release, release) <= 0).at(-1);
}
function requirementsOf(versions = {}) {
  return Object.entries(versions).map(([name, version3 = ""]) => `${name}${version3}`);
}

// lib/facts/python-modules.ts
var STANDARD_MODULES = words(`
__future__ abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii binhex bisect
builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent
configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils
doctest dummy_threading email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions
ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr
imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma macpath mailbox mailcap marshal
math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator
optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint
profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter
runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3
sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symbol symtable sys sysconfig
syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace
traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser
winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
`);
var REMOVED_IN_3_12 = ["asynchat", "asyncore", "imp", "smtpd"];
var BACKEND_MODULES = ["triton_python_backend_utils", "c_python_backend_utils"];
function isStandardModule(name, python) {
  if (name.startsWith("_") || BACKEND_MODULES.includes(name)) return true;
  return STANDARD_MODULES.includes(name) && !(REMOVED_IN_3_12.includes(name) && compareVersions(python, "3.12") >= 0);
}
function words(text2) {
  return text2.trim().split(/\s+/);
}

// lib/model/readers/python-environment.ts
var import_child_process = require("child_process");
var fs14 = __toESM(require("fs"));
var path12 = __toESM(require("path"));

// lib/files/cache-folder.ts
var os2 = __toESM(require("os"));
var path11 = __toESM(require("path"));
function cacheFolder(name) {
  return path11.join(process.env.XDG_CACHE_HOME || path11.join(os2.homedir(), ".cache"), "cdk-sagemaker-triton", name);
}

// lib/model/readers/python-environment.ts
var environmentsByKey = /* @__PURE__ */ new Map();
function readPackedEnvironment(file) {
  const { dev, ino, size, mtimeMs, ctimeMs } = fs14.statSync(file);
  const key = [dev, ino, size, mtimeMs, ctimeMs].join("-");
  if (!environmentsByKey.has(key)) {
    environmentsByKey.set(key, readCacheEntry(path12.join(cacheFolder("environments"), key)) ?? readArchive(file, key));
  }
  return environmentsByKey.get(key);
}
function readCacheEntry(entry) {
  try {
    return JSON.parse(fs14.readFileSync(entry, "utf8"));
  } catch {
    return void 0;
  }
}
var listingMilliseconds = 0;
function readArchive(file, key) {
  const start = Date.now();
  const remainingMilliseconds = Math.ceil(limitOf("listingSeconds") * 1e3 - listingMilliseconds);
  if (remainingMilliseconds <= 0) throw new LimitExceededError(file, "listingSeconds");
  const { status, stdout, error: error2 } = (0, import_child_process.spawnSync)("tar", ["-tf", file], {
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: limitOf("listingBytes"),
    timeout: remainingMilliseconds,
    killSignal: "SIGKILL"
  });
  listingMilliseconds += Date.now() - start;
  const { code } = error2 ?? {};
  if (code === "ENOBUFS") throw new LimitExceededError(file, "listingBytes");
  if (code === "ETIMEDOUT") throw new LimitExceededError(file, "listingSeconds");
  if (status !== 0) return void 0;
  const environment = environmentOf(splitLines(stdout));
  try {
    fs14.mkdirSync(cacheFolder("environments"), { recursive: true });
    fs14.writeFileSync(path12.join(cacheFolder("environments"), key), JSON.stringify(environment));
  } catch {
  }
  return environment;
}
function* splitLines(output) {
  for (let start = 0, end = 0; start < output.length; start = end + 1) {
    end = output.indexOf(10, start);
    if (end === -1) end = output.length;
    yield output.toString("utf8", start, end);
  }
}
function environmentOf(paths) {
  let python;
  const modules = /* @__PURE__ */ new Set();
  for (const each of paths) {
    const [, version3, pathInLibrary] = /^(?:\.\/)?lib\/python(3\.\d+)\/(.+)$/.exec(each) ?? [];
    if (version3 === void 0) continue;
    python ??= version3;
    const [module2] = pathInLibrary.replace(/^(?:site-packages|lib-dynload)\//, "").split("/")[0].split(".");
    if (/^\w+$/.test(module2)) modules.add(module2);
  }
  return { python, modules: [...modules].sort() };
}

// lib/model/file-rules/python-imports.ts
var import_path7 = require("path");

// lib/model/readers/python-imports.ts
var CONDITIONAL_STATEMENT = /^(?:try|if|elif|else|except|for|while|match|case)\b/;
function pythonImports(source) {
  const imports = [];
  const blocks = [];
  for (const line of logicalLines(withoutStringsAndComments(source))) {
    const statement2 = line.trimStart();
    if (statement2 === "") continue;
    const indent = line.length - statement2.length;
    while (blocks.length > 0 && blocks[blocks.length - 1].indent >= indent) blocks.pop();
    const conditional = blocks.some((block) => block.conditional);
    if (!conditional) {
      imports.push(...importsIn(statement2).map((each) => ({ ...each, isTopLevel: blocks.length === 0 })));
    }
    blocks.push({ indent, conditional: CONDITIONAL_STATEMENT.test(statement2) });
  }
  return imports;
}
function withoutStringsAndComments(source) {
  const parts = [];
  const startPattern = /["'#]/g;
  let position = 0;
  for (let found = startPattern.exec(source); found; found = startPattern.exec(source)) {
    parts.push(source.slice(position, found.index), found[0] === "#" ? "" : '""');
    position = endOfString(source, found.index);
    startPattern.lastIndex = position;
  }
  return [...parts, source.slice(position)].join("");
}
function endOfString(source, start) {
  const quote = source[start];
  const tripleQuote = quote.repeat(3);
  if (quote !== "#" && source.startsWith(tripleQuote, start)) {
    const end = source.indexOf(tripleQuote, start + 3);
    return end === -1 ? source.length : end + 3;
  }
  for (let index = start + 1; index < source.length; index++) {
    if (source[index] === "\n") return index;
    if (quote === "#") continue;
    if (source[index] === quote) return index + 1;
    if (source[index] === "\\") index++;
  }
  return source.length;
}
function logicalLines(source) {
  return source.replace(/\([^()]*\)/g, (text2) => text2.replace(/\s+/g, " ")).split("\n");
}
function importsIn(statement2) {
  if (statement2.startsWith("import ")) {
    return splitNames(statement2.slice("import ".length)).map((module3) => ({ module: module3, names: [] }));
  }
  const [, module2, names2] = /^from +([\w.]+) +import\b(.*)$/.exec(statement2) ?? [];
  return module2 === void 0 ? [] : [{ module: module2, names: splitNames(names2.replace(/[()]/g, " ")) }];
}
function splitNames(text2) {
  const [list2] = text2.split(";");
  return list2.split(",").map((each) => each.trim().split(" ")[0]).filter((name) => /^[\w.]+$/.test(name));
}

// lib/model/file-rules/python-imports.ts
var externalImports = cachePerModel((model) => {
  const imports = /* @__PURE__ */ new Map();
  const visited = /* @__PURE__ */ new Set();
  const names2 = importableNames(model.files);
  const visitFile = (file, isImportedAtLoad) => {
    if (visited.has(file.path) || !isOnDisk(file)) return;
    visited.add(file.path);
    for (const each of pythonImports(readPythonFile(file))) {
      const [name] = each.module.split(".");
      const localFiles = filesOfImport(each, file, model.files);
      for (const other of localFiles) visitFile(other, isImportedAtLoad && each.isTopLevel);
      const isInModel = localFiles.length > 0 || name === "" || names2.has(name);
      if (!isInModel && !imports.get(name)?.isImportedAtLoad)
        imports.set(name, { name, file: file.path, isImportedAtLoad: isImportedAtLoad && each.isTopLevel });
    }
  };
  for (const file of modelFiles(model)) visitFile(file, true);
  return [...imports.values()];
});
function filesOfImport({ module: module2, names: names2 }, importer, files) {
  const leadingDots = module2.length - module2.replace(/^\.+/, "").length;
  const parts = module2.split(".").filter((part) => part !== "");
  const version3 = importer.path.split("/")[0];
  const packageFolder = import_path7.posix.join(importer.path, ...Array(leadingDots).fill(".."));
  const roots = leadingDots === 0 ? [version3, "."] : [packageFolder];
  const modules = [...parts.map((_, index) => parts.slice(0, index + 1)), ...names2.map((name) => [...parts, name])];
  const paths = roots.flatMap(
    (root) => modules.flatMap((each) => [import_path7.posix.join(root, ...each) + ".py", import_path7.posix.join(root, ...each, "__init__.py")])
  );
  return [...new Set(paths)].flatMap((path30) => fileAt(files, path30) ?? []);
}
function importableNames(files) {
  const names2 = /* @__PURE__ */ new Set();
  for (const file of files) {
    for (const part of isInPythonEnvironment(file) ? [] : file.path.split("/")) {
      names2.add(part);
      if (/\.(?:py|so)$/.test(part)) names2.add(part.split(".")[0]);
    }
  }
  return names2;
}

// lib/model/python-packages/requirements.ts
function normalizeName(name) {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}
function nameOfRequirement(requirement) {
  return normalizeName(/^[\w.-]+/.exec(requirement)?.[0] ?? "");
}

// lib/model/python-packages/python-packages-error.ts
var PythonPackagesError = class extends Error {
};

// lib/model/python-packages/packages-lock.ts
var LOCK_COMMAND = "npx cdk-sagemaker-triton lock-packages";

// lib/model/version-folder.ts
function isVersionFolder(name) {
  return /^\d+$/.test(name);
}

// lib/model/file-rules/required-python.ts
var fs15 = __toESM(require("fs"));
var STUB_NAME = "triton_python_backend_stub";
function pythonOf({ backend, files }, { tritonRelease, customImage }) {
  if (backend.name !== "python") return void 0;
  const stub = files.filter(isOnDisk).find(({ path: path30 }) => path30 === STUB_NAME);
  if (stub) {
    requireWithin("stubBytes", fs15.statSync(stub.source).size, stub.path);
    const [, python2] = /libpython(3\.\d+)/.exec(fs15.readFileSync(stub.source, "latin1")) ?? [];
    return python2 === void 0 ? void 0 : { python: python2, source: STUB_NAME, isVersionCertain: true };
  }
  const { python, unconfirmed } = findTritonRelease(tritonRelease ?? "") ?? {};
  if (python === void 0 || customImage) return void 0;
  return { python, source: `that of Triton ${tritonRelease}`, isVersionCertain: !unconfirmed?.includes("python") };
}

// lib/model/file-rules/python-packages.ts
var FIELD4 = "pythonPackages";
var pythonPackageRules = [
  {
    id: "py.packages-lock",
    *check(model, target) {
      const { pythonPackages } = model;
      if (!pythonPackages) return;
      const message = targetProblem(pythonPackages, model, target) ?? readPackages(pythonPackages).problem;
      if (message !== void 0) yield { field: FIELD4, message };
    }
  },
  {
    id: "py.packages-image",
    *check(model, target) {
      const { pythonPackages } = model;
      const { tritonRelease, customImage } = target;
      const lock = pythonPackages && readLock2(pythonPackages);
      if (!lock || customImage || tritonRelease === void 0) return;
      if (targetProblem(pythonPackages, model, target) !== void 0) return;
      if (lock.python !== findTritonRelease(tritonRelease)?.python) return;
      for (const requirement of imagePackages(tritonRelease).certain) {
        const name = nameOfRequirement(requirement);
        const locked = lock.packages.get(name);
        const isExact = requirement.startsWith(`${name}==`);
        if (!locked || requirement === `${name}==${locked.version}` || locked.isOfImage && !isExact) continue;
        yield {
          field: FIELD4,
          message: `got ${name} ${locked.version} in ${pythonPackages._lockFile}, but Python imports ${requirement} of the image of Triton ${tritonRelease}, which comes first: ${lockAgain(pythonPackages, ["--release", tritonRelease])}`
        };
      }
    }
  },
  {
    id: "py.packages-name",
    *check({ pythonPackages, files, installedModules }) {
      if (!pythonPackages) return;
      const { modules, files: packageFiles = [] } = readPackages(pythonPackages);
      if (!modules) return;
      const paths = new Set(packageFiles.map(({ path: path30 }) => path30));
      for (const { path: path30 } of files) {
        const [version3, ...rest] = path30.split("/");
        if (!isVersionFolder(version3) || !paths.has(rest.join("/"))) continue;
        const message = `got a package with the file ${rest.join("/")}, but ${path30} is a file of the model; rename the file of the model`;
        yield { field: FIELD4, message };
      }
      for (const name of /* @__PURE__ */ new Set([...ownModules(files), ...installedModules])) {
        if (!modules.has(name)) continue;
        const fix = installedModules.has(name) ? "remove the installed package" : "rename the module of the model";
        yield {
          field: FIELD4,
          message: `got a package with the module '${name}', which the model's folder also contains, so imports would find only one of them; ${fix}`
        };
      }
    }
  }
];
function targetProblem(packages, model, target) {
  const lock = readLock2(packages);
  const required = pythonOf(model, target);
  if (!lock) return void 0;
  const { tritonRelease: release = "", customImage } = target;
  if (required && required.python !== lock.python) {
    const isOfImage = findTritonRelease(release)?.python === required.python;
    return `got ${packages._lockFile} for Python ${lock.python}; allowed: Python ${required.python}, ${required.source}: ` + lockAgain(packages, isOfImage ? ["--release", release] : ["--python", required.python]);
  }
  if (customImage || release === "") return void 0;
  const missing = lock.imagePackages.find((each) => !imagePackages(release).certain.includes(each));
  if (missing === void 0) return void 0;
  const isOfRelease = lock.release !== void 0 && imagePackages(lock.release).certain.includes(missing);
  const image = isOfRelease ? `the image of Triton ${lock.release}` : "your own image";
  return `got ${packages._lockFile} for ${missing} of ${image}, but the image of Triton ${release} does not contain this version: ` + lockAgain(packages, ["--release", release]);
}
function lockAgain({ _source: source }, options) {
  return `run ${LOCK_COMMAND} ${source} ${options.join(" ")}`;
}
function readLock2(packages) {
  return catchProblem(() => packages._lock).value;
}
function readPackages(packages) {
  const { value, problem } = catchProblem(() => packages._unpacked);
  return { ...value, problem };
}
function catchProblem(read) {
  try {
    return { value: read() };
  } catch (error2) {
    if (!(error2 instanceof PythonPackagesError)) throw error2;
    return { problem: error2.message };
  }
}
function ownModules(files) {
  const names2 = files.filter(({ path: path30 }) => /\.(?:py|so)$/.test(path30)).map(({ path: path30 }) => path30.split("/")).filter(([first, ...rest]) => !isVersionFolder(first) || rest.length === 1).map(([first, second]) => isVersionFolder(first) ? second : first);
  return new Set(names2.map((name) => name.split(".")[0]));
}

// lib/model/file-rules/python-modules.ts
var pythonModuleRules = [
  {
    id: "py.env-path",
    *check({ backend, config, files }) {
      const configuredPath = config.parameters.get("EXECUTION_ENV_PATH")?.string_value;
      if (backend.name !== "python" || !configuredPath) return;
      const field2 = "parameters[EXECUTION_ENV_PATH]";
      const path30 = environmentPath(configuredPath, config.name);
      if (path30 !== void 0) {
        if (fileAt(files, path30) || hasFolder(files, path30)) return;
        yield { field: field2, message: `got '${configuredPath}', but the model's folder has no ${path30}; add it` };
      } else if (configuredPath.includes(MODEL_FOLDER)) {
        yield {
          field: field2,
          message: `got '${configuredPath}', which is outside the model's folder; allowed: ${MODEL_FOLDER}/<file>`
        };
      } else {
        yield {
          field: field2,
          message: `got '${configuredPath}', which is not part of the model; ${MODEL_FOLDER}/<file> would be deployed with the model`,
          severity: "warning" /* WARNING */
        };
      }
    }
  },
  {
    id: "py.env-python",
    *check(model, options) {
      const { environment, path: path30 } = findEnvironment(model) ?? {};
      const required = pythonOf(model, options);
      if (!environment?.python || !required || environment.python === required.python) return;
      const { python, source, isVersionCertain } = required;
      const unavailable = externalImports(model).filter(
        ({ name, isImportedAtLoad }) => isImportedAtLoad && environment.modules.includes(name) && !isStandardModule(name, python) && !isImageModule(name, options.tritonRelease ?? "")
      );
      yield {
        field: "parameters[EXECUTION_ENV_PATH]",
        message: `got ${path30} with Python ${environment.python}; ${source} is Python ${python}, which does not find the packages of a different version${unavailable.length > 0 ? `, such as ${unavailable.map(({ name }) => name).join(", ")}` : ""}: build the environment with Python ${python}, or put a ${STUB_NAME} of Python ${environment.python} into the model's folder`,
        severity: unavailable.length > 0 && isVersionCertain ? "error" /* ERROR */ : "warning" /* WARNING */
      };
    }
  },
  {
    id: "py.import",
    severity: "warning" /* WARNING */,
    *check(model, options) {
      if (model.backend.name !== "python" || /\bpip3?\b['", ]+install\b/.test(readPythonSource(model.files))) return;
      const packages = packagesOf(model, options);
      if (!packages) return;
      const missing = externalImports(model).filter(
        ({ name }) => !isStandardModule(name, packages.python) && !packages.has(name)
      );
      for (const file of new Set(missing.map((each) => each.file))) {
        const names2 = missing.filter((each) => each.file === file).map(({ name }) => name);
        yield {
          field: "files",
          message: `${file} imports ${names2.join(", ")}, which ${packages.title} does not have: ${packages.advice}`
        };
      }
    }
  }
];
function packagesOf(model, options) {
  const { tritonRelease: release = "", customImage } = options;
  const python = pythonOf(model, options)?.python;
  if (environmentParameter(model)) {
    const { environment, path: path30 } = findEnvironment(model) ?? {};
    const environmentPython = environment?.python ?? python;
    if (!environment || !environmentPython) return void 0;
    if (python && python !== environmentPython) return void 0;
    return {
      python: environmentPython,
      title: `the environment ${path30}`,
      advice: "add it there",
      has: (name) => environment.modules.includes(name) || model.installedModules.has(name)
    };
  }
  if (customImage || !python) return void 0;
  const deployedModules = deployedModulesOf(model);
  if (!deployedModules) return void 0;
  return {
    python,
    title: `the image of Triton ${release}`,
    advice: model.pythonPackages ? `add the package to ${model.pythonPackages._source}, and lock the packages again` : `deploy it with pythonPackages (PythonPackages.fromRequirements), name an environment of Python ${python} in the parameter EXECUTION_ENV_PATH (${MODEL_FOLDER}/<file>), or use your own image`,
    has: (name) => isImageModule(name, release) || deployedModules.has(name) || model.installedModules.has(name)
  };
}
function deployedModulesOf({ pythonPackages }) {
  if (!pythonPackages) return /* @__PURE__ */ new Set();
  const { problem, modules } = readPackages(pythonPackages);
  return problem === void 0 ? modules : void 0;
}
function environmentParameter({ backend, config }) {
  return backend.name === "python" ? config.parameters.get("EXECUTION_ENV_PATH")?.string_value : void 0;
}
function findEnvironment(model) {
  const path30 = environmentPath(environmentParameter(model) ?? "", model.config.name);
  if (path30 === void 0) return void 0;
  const packed = fileAt(model.files, path30);
  if (packed) return isOnDisk(packed) ? { path: path30, environment: readPackedEnvironment(packed.source) } : void 0;
  const filesInFolder = model.files.filter((file) => file.path.startsWith(`${path30}/`));
  return filesInFolder.length === 0 ? void 0 : { path: path30, environment: environmentOf(filesInFolder.map((file) => file.path.slice(path30.length + 1))) };
}

// lib/model/file-rules/referenced-files.ts
var fs16 = __toESM(require("fs"));
var referencedFileRules = [
  {
    id: "output.label-missing",
    *check({ config, files }) {
      for (const [index, { label_filename: label }] of config.output.entries()) {
        if (label && !fileAt(files, label)) {
          yield {
            field: `output[${index}].label_filename`,
            message: `got '${label}', which is not in the model's folder`
          };
        }
      }
    }
  },
  {
    id: "warm.file",
    *check({ config, files }) {
      for (const [index, { inputs }] of config.model_warmup.entries()) {
        for (const [name, { input_data_file: file, data_type: type, dims }] of inputs) {
          const problem = file && fileProblem(files, `warmup/${file}`, type, dims);
          if (problem) yield { field: `model_warmup[${index}].inputs[${name}].input_data_file`, message: problem };
        }
      }
    }
  },
  {
    id: "seq.state-initial-file",
    *check({ config, files }) {
      for (const [index, state] of (config.sequence_batching?.state ?? []).entries()) {
        for (const { data_file: file, data_type: type, dims } of state.initial_state) {
          const problem = file && fileProblem(files, `initial_state/${file}`, type, dims);
          if (problem)
            yield { field: `sequence_batching.state[${index}].initial_state[0].data_file`, message: problem };
        }
      }
    }
  }
];
function fileProblem(files, path30, type, dims) {
  const file = fileAt(files, path30);
  if (!file) return `got ${path30}, which is not in the model's folder; add a file with the raw values`;
  const elementSize = DataType.of(type).byteSize;
  if (!isOnDisk(file) || elementSize === void 0 || dims.some((dim) => dim < 0)) return void 0;
  const requiredBytes = dims.reduce((product2, dim) => product2 * Number(dim), elementSize);
  const { size } = fs16.statSync(file.source);
  return size < requiredBytes ? `got ${path30} of ${size} bytes; allowed: at least ${requiredBytes} (${type}, dims [${dims.join(", ")}])` : void 0;
}

// lib/model/readers/torchscript.ts
var fs18 = __toESM(require("fs"));

// lib/model/readers/zip-archive.ts
var fs17 = __toESM(require("fs"));
var import_zlib = require("zlib");
var END_SIGNATURE = 101010256;
var END_SIZE = 22;
var MAX_COMMENT_SIZE = 65535;
var ZIP64_LOCATOR_SIGNATURE = 117853008;
var ZIP64_LOCATOR_SIZE = 20;
var ZIP64_END_SIGNATURE = 101075792;
var ENTRY_SIGNATURE = 33639248;
var ENTRY_SIZE = 46;
var LOCAL_HEADER_SIZE = 30;
var ZIP64_EXTRA_ID = 1;
var IN_ZIP64_EXTRA = 4294967295;
var ZipArchive = class _ZipArchive {
  constructor(file, descriptor2, size) {
    this.file = file;
    this.descriptor = descriptor2;
    this.size = size;
    this.entries = this.readDirectory();
  }
  file;
  descriptor;
  size;
  /**
   * Opens an archive, and closes it after the function returns.
   *
   * @throws if the file is not a zip archive
   */
  static use(file, read) {
    const descriptor2 = fs17.openSync(file, "r");
    try {
      return read(new _ZipArchive(file, descriptor2, fs17.fstatSync(descriptor2).size));
    } finally {
      fs17.closeSync(descriptor2);
    }
  }
  entries;
  /** All members in the order of the archive. */
  get members() {
    return this.entries;
  }
  /** Reads the content of a member. Undefined if there is no member with this name. */
  read(name) {
    const entry = this.entries.find((each) => each.name === name);
    if (!entry) return void 0;
    requireWithin("zipMemberBytes", Math.max(entry.bytes, entry.compressedBytes), `${name} of ${this.file}`);
    const header = this.bytes(entry.offset, LOCAL_HEADER_SIZE);
    const start = entry.offset + LOCAL_HEADER_SIZE + header.readUInt16LE(26) + header.readUInt16LE(28);
    const data = this.bytes(start, entry.compressedBytes);
    if (entry.method === 0) return data;
    if (entry.method !== 8) throw new Error(`${name} is compressed with method ${entry.method}`);
    return (0, import_zlib.inflateRawSync)(data, { maxOutputLength: Math.max(entry.bytes, 1) });
  }
  readDirectory() {
    const { offset: directoryStart, length, count: count2 } = this.findDirectory();
    requireWithin("zipDirectoryBytes", length, `the list of members of ${this.file}`);
    const directory = this.bytes(directoryStart, length);
    const entries = [];
    for (let start = 0; entries.length < count2; ) {
      if (directory.readUInt32LE(start) !== ENTRY_SIGNATURE) throw new Error("the directory of the archive is damaged");
      const [nameLength, extraLength, commentLength] = [28, 30, 32].map(
        (fieldOffset) => directory.readUInt16LE(start + fieldOffset)
      );
      const nameEnd = start + ENTRY_SIZE + nameLength;
      const name = directory.toString("utf8", start + ENTRY_SIZE, nameEnd);
      const extra = directory.subarray(nameEnd, nameEnd + extraLength);
      const [bytes, compressedBytes, offset] = resolveZip64(
        [24, 20, 42].map((fieldOffset) => directory.readUInt32LE(start + fieldOffset)),
        extra
      );
      entries.push({ name, method: directory.readUInt16LE(start + 10), bytes, compressedBytes, offset });
      start = nameEnd + extraLength + commentLength;
    }
    return entries;
  }
  findDirectory() {
    const tailStart = Math.max(0, this.size - END_SIZE - MAX_COMMENT_SIZE);
    const tail = this.bytes(tailStart, this.size - tailStart);
    for (let end = tail.length - END_SIZE; end >= 0; end--) {
      if (tail.readUInt32LE(end) !== END_SIGNATURE) continue;
      const locator = end >= ZIP64_LOCATOR_SIZE ? tail.subarray(end - ZIP64_LOCATOR_SIZE, end) : void 0;
      if (locator?.readUInt32LE(0) === ZIP64_LOCATOR_SIGNATURE)
        return this.findZip64Directory(Number(locator.readBigUInt64LE(8)));
      return {
        count: tail.readUInt16LE(end + 10),
        length: tail.readUInt32LE(end + 12),
        offset: tail.readUInt32LE(end + 16)
      };
    }
    throw new Error("it is not a zip archive");
  }
  findZip64Directory(position) {
    const end = this.bytes(position, 56);
    if (end.readUInt32LE(0) !== ZIP64_END_SIGNATURE) throw new Error("the directory of the archive is damaged");
    const [count2, length, offset] = [32, 40, 48].map((fieldOffset) => Number(end.readBigUInt64LE(fieldOffset)));
    return { count: count2, length, offset };
  }
  bytes(offset, length) {
    if (offset < 0 || offset + length > this.size) throw new Error("the archive is truncated");
    const buffer = Buffer.alloc(length);
    fs17.readSync(this.descriptor, buffer, 0, length, offset);
    return buffer;
  }
};
function resolveZip64(numbers, extra) {
  if (!numbers.includes(IN_ZIP64_EXTRA)) return numbers;
  for (let start = 0; start + 4 <= extra.length; start += 4 + extra.readUInt16LE(start + 2)) {
    if (extra.readUInt16LE(start) !== ZIP64_EXTRA_ID) continue;
    let next = start + 4;
    return numbers.map((number2) => {
      if (number2 !== IN_ZIP64_EXTRA) return number2;
      next += 8;
      return Number(extra.readBigUInt64LE(next - 8));
    });
  }
  return numbers;
}

// lib/model/readers/torchscript.ts
var PICKLE_START = Buffer.from([128, 2]);
function isTorchScript(file) {
  try {
    return ZipArchive.use(file, ({ members }) => members.some(({ name }) => name.endsWith("/constants.pkl")));
  } catch (problem) {
    if (problem instanceof LimitExceededError) throw problem;
    return fileStartsWith(file, PICKLE_START) ? false : void 0;
  }
}
function fileStartsWith(file, bytes) {
  const firstBytes = Buffer.alloc(bytes.length);
  const descriptor2 = fs18.openSync(file, "r");
  try {
    fs18.readSync(descriptor2, firstBytes, 0, firstBytes.length, 0);
  } finally {
    fs18.closeSync(descriptor2);
  }
  return firstBytes.equals(bytes);
}
function readForwardSignature(file) {
  try {
    return ZipArchive.use(file, (archive) => {
      const picklePath = archive.members.find(({ name }) => /^[^/]+\/data\.pkl$/.test(name))?.name;
      if (picklePath === void 0) return void 0;
      const code = readModelClass(archive, picklePath);
      return code === void 0 ? void 0 : parseForward(code);
    });
  } catch (problem) {
    if (problem instanceof LimitExceededError) throw problem;
    return void 0;
  }
}
function readModelClass(archive, picklePath) {
  const name = /^\x80.c([\w.]+)\n(\w+)\n/s.exec(readText(archive, picklePath, "latin1") ?? "");
  if (!name) return void 0;
  const [, module2, className] = name;
  const path30 = `${picklePath.split("/")[0]}/code/${module2.replaceAll(".", "/")}.py`;
  const classes = readText(archive, path30, "utf8")?.split(/^(?=class )/m);
  return classes?.find((source) => source.startsWith(`class ${className}(`));
}
function readText(archive, name, encoding) {
  return archive.read(name)?.toString(encoding);
}
function parseForward(source) {
  const start = /^ {2}def forward\(/m.exec(source);
  if (!start) return void 0;
  const listStart = start.index + start[0].length;
  const parsedList = splitList(source.slice(listStart));
  const matches = parsedList.items.slice(1).map((item) => /^(\w+)\s*:([^=]+)/.exec(item));
  if (matches.some((match) => match === null)) return void 0;
  const result = /^\s*->([^\n]+):(?:\n|$)/.exec(source.slice(listStart + parsedList.endPosition));
  return {
    arguments: matches.flatMap((match) => match ? [{ name: match[1], type: match[2].trim() }] : []),
    outputCount: result ? countOutputs(result[1].trim()) : void 0
  };
}
function splitList(text2) {
  const items = [];
  let [depth, start] = [0, 0];
  for (let position = 0; position < text2.length; position++) {
    const character = text2[position];
    if ("([{".includes(character)) depth++;
    const isListEnd = ")]}".includes(character) && depth-- === 0;
    if (!isListEnd && (character !== "," || depth > 0)) continue;
    const item = text2.slice(start, position).trim();
    if (item !== "") items.push(item);
    requireCountWithin("arguments", items.length, "the TorchScript file");
    if (isListEnd) return { items, endPosition: position + 1 };
    start = position + 1;
  }
  return { items: [], endPosition: text2.length };
}
function countOutputs(type) {
  if (type === "Tensor" || type === "List[str]") return 1;
  if (!type.startsWith("Tuple[")) return void 0;
  return splitList(type.slice("Tuple[".length)).items.length;
}

// lib/model/file-rules/torchscript.ts
var scriptsOf = cachePerModel((model) => {
  const platform = model.config.platform || "pytorch_libtorch";
  const isTorchScriptModel = model.backend.name === "pytorch" && platform === "pytorch_libtorch" && !model.config.runtime;
  return isTorchScriptModel ? modelFiles(model).map((file) => ({ file, signature: readForwardSignature(file.source) })) : [];
});
function supersededByScripts(model) {
  const scripts = readableScripts(model);
  if (scripts.length === 0) return [];
  if (!scripts.every(({ signature }) => signature)) return ["pt.out-name"];
  return ["pt.out-name", "pt.name-double-underscore"];
}
function readableScripts(model) {
  try {
    return scriptsOf(model);
  } catch (problem) {
    if (problem instanceof LimitExceededError) return [];
    throw problem;
  }
}
var torchScriptRules = [
  {
    id: "pt.torchscript",
    *check(model) {
      for (const { file } of scriptsOf(model)) {
        if (isTorchScript(file.source) !== false) continue;
        yield {
          field: "files",
          message: `got ${file.path}, which torch.save wrote: weights, or a module in Python; allowed: TorchScript; build the module, load its weights, and save torch.jit.trace(module.eval(), example) or torch.jit.script(module.eval()) with .save('${file.path.split("/").at(-1)}')`
        };
      }
    }
  },
  {
    id: "pt.dict",
    *check(model) {
      for (const { file, signature } of scriptsOf(model)) {
        const dictionaries = (signature?.arguments ?? []).filter(({ type }) => type.startsWith("Dict["));
        if (dictionaries.length > 0 && signature?.arguments.length !== 1) {
          yield {
            field: "files",
            message: `${describe2(signature, file)}; allowed: one Dict[str, Tensor] alone, or tensors`
          };
        }
      }
    }
  },
  {
    id: "pt.forward-type",
    *check(model) {
      for (const { file, signature } of scriptsOf(model)) {
        const unsupportedArgument = (signature?.arguments ?? []).find(
          ({ type }) => !/^(Tensor$|List\[|Dict\[)/.test(type)
        );
        if (unsupportedArgument) {
          yield {
            field: "files",
            message: `${describe2(signature, file)}, where '${unsupportedArgument.name}' is ${unsupportedArgument.type}; allowed: Tensor, List or Dict[str, Tensor]; wrap the model in a module that accepts only tensors`
          };
        }
      }
    }
  },
  {
    id: "pt.count",
    *check(model) {
      const configuredCount = inputCount(model.config);
      for (const { file, signature } of scriptsOf(model)) {
        if (!signature || acceptsDictionary(signature) || signature.arguments.length === configuredCount) continue;
        yield {
          field: "input",
          message: `got ${configuredCount}; allowed: ${signature.arguments.length}, because ${describe2(signature, file)}`
        };
      }
    }
  },
  {
    id: "pt.name-index",
    *check(model) {
      for (const { file, signature } of scriptsOf(model)) {
        if (signature && !acceptsDictionary(signature)) {
          const names2 = argumentNames(signature);
          yield* checkIndexes("input", model.config, describe2(signature, file), names2.length, names2);
        }
        const results = signature?.outputCount;
        const reason = results === void 0 ? "no two outputs are the same result" : `${file.path} returns ${results}`;
        yield* checkIndexes("output", model.config, reason, results);
      }
    }
  },
  {
    id: "pt.in-name",
    severity: "warning" /* WARNING */,
    *check(model) {
      for (const { file, signature } of scriptsOf(model)) {
        if (!signature || acceptsDictionary(signature)) continue;
        const names2 = argumentNames(signature);
        const advice = `name them as the arguments (${joinNames(names2)}), or NAME__0 to NAME__${names2.length - 1}, because ${describe2(signature, file)}`;
        yield* checkOrder("input", model.config, advice, names2);
      }
    }
  },
  {
    id: "pt.out-name",
    severity: "warning" /* WARNING */,
    *check(model) {
      for (const { file } of scriptsOf(model)) {
        yield* checkOrder(
          "output",
          model.config,
          `name them NAME__<n>, with the position n of each result of ${file.path}, from 0`
        );
      }
    }
  }
];
function* checkIndexes(tensorList, config, reason, count2 = Infinity, parameterNames) {
  const names2 = config[tensorList].map(({ name }) => name);
  const { indexes } = assignTensors(names2, parameterNames);
  const duplicates = new Set(duplicateIndices(indexes ?? []));
  for (const [position, index] of indexes?.entries() ?? []) {
    if (index < count2 && !duplicates.has(position)) continue;
    const allowed = count2 === 1 ? "n = 0" : count2 === Infinity ? "a number n of its own" : `n from 0 to ${count2 - 1}, each once`;
    yield {
      field: `${tensorList}[${position}].name`,
      message: `got '${names2[position]}'; allowed: NAME__<n> with ${allowed}, because ${reason}`
    };
  }
}
function* checkOrder(tensorList, config, advice, parameterNames) {
  const names2 = config[tensorList].map(({ name }) => name);
  if (names2.length < 2 || !assignTensors(names2, parameterNames).inOrder) return;
  yield {
    field: tensorList,
    message: `got ${joinNames(names2.map((name) => `'${name}'`))}, which Triton assigns in the order of config.pbtxt; if that is not the order of the model, responses are wrong: ${advice}`
  };
}
function argumentNames(signature) {
  return signature.arguments.map(({ name }) => name);
}
function acceptsDictionary({ arguments: forwardArguments }) {
  return forwardArguments.length === 1 && forwardArguments[0].type.startsWith("Dict[");
}
function inputCount({ input, batch_input: batch, sequence_batching: sequence }) {
  return input.length + batch.length + (sequence?.control_input.length ?? 0) + (sequence?.state.length ?? 0);
}
function describe2(signature, { path: path30 }) {
  const list2 = (signature?.arguments ?? []).map(({ name, type }) => `${name}: ${type}`);
  return `${path30} has forward(${joinNames(list2)})`;
}
var NAMED_INDEX = /^(?:(?!__).)*__(\d*)$/s;
function assignTensors(names2, parameterNames) {
  const parameterNameSet = parameterNames && new Set(parameterNames);
  if (parameterNameSet && names2.every((name) => parameterNameSet.has(name))) return { inOrder: false };
  const indexes = names2.map((name) => NAMED_INDEX.exec(name)?.[1]);
  if (indexes.some((index) => index === void 0)) return { inOrder: true };
  return { indexes: indexes.map(Number), inOrder: false };
}

// lib/model/readers/tree-model.ts
var fs19 = __toESM(require("fs"));
var PART_BYTES = 256 * 1024;
function readXgboostJson(file) {
  const [parameters] = /"learner_model_param"\s*:\s*\{[^{}]*\}/.exec(readPart(file, -PART_BYTES)) ?? [];
  const readNumber = (name) => {
    const [, value] = new RegExp(`"${name}"\\s*:\\s*"?(\\d+)`).exec(parameters ?? "") ?? [];
    return Number(value ?? 0);
  };
  const features = readNumber("num_feature");
  if (features === 0) return void 0;
  return {
    featureCount: features,
    classCount: readNumber("num_target") > 1 ? void 0 : Math.max(1, readNumber("num_class"))
  };
}
function readLightgbmText(file) {
  const header = readPart(file, PART_BYTES);
  const readNumber = (name) => {
    const [, value] = new RegExp(`^${name}=(\\d+)\\s*$`, "m").exec(header) ?? [];
    return value === void 0 ? void 0 : Number(value);
  };
  const lastFeatureIndex = readNumber("max_feature_idx");
  return lastFeatureIndex === void 0 ? void 0 : { featureCount: lastFeatureIndex + 1, classCount: readNumber("num_class") };
}
function readPart(file, length) {
  const { size } = fs19.statSync(file);
  const buffer = Buffer.alloc(Math.min(size, Math.abs(length)));
  const descriptor2 = fs19.openSync(file, "r");
  try {
    fs19.readSync(descriptor2, buffer, 0, buffer.length, length < 0 ? size - buffer.length : 0);
  } finally {
    fs19.closeSync(descriptor2);
  }
  return buffer.toString("latin1");
}

// lib/model/file-rules/tree-models.ts
var TREE_READERS = {
  xgboost_json: readXgboostJson,
  lightgbm: readLightgbmText
};
var treeModelRules = [
  {
    id: "fil.features",
    *check(model) {
      for (const { path: path30, featureCount } of treeModels(model)) {
        yield* checkRowSize(model.config, "input", [featureCount], (configuredValues, hasTooFew) => {
          const description = `${path30}, which has ${featureCount} features`;
          return hasTooFew ? `${description}: with ${configuredValues}, the FIL backend reads beyond the request` : `${description}: with ${configuredValues}, the FIL backend reads every row but the first from the wrong place`;
        });
      }
    }
  },
  {
    id: "fil.classes",
    *check(model, { tritonRelease }) {
      for (const { path: path30, classCount } of treeModels(model)) {
        const allowed = classCount === void 0 ? [] : allowedOutputCounts(model.config, classCount, tritonRelease);
        yield* checkRowSize(model.config, "output", allowed, (configuredValues, hasTooFew) => {
          const description = `${path30}, which has ${classCount === 1 ? "one output" : `${classCount} classes`} for each row`;
          return hasTooFew ? `${description}: with ${configuredValues}, the FIL backend writes beyond the response` : `${description}: with ${configuredValues}, the response has values that are not the model's`;
        });
      }
    }
  }
];
function allowedOutputCounts(config, classes, release) {
  const isClassification = isClassifier(config, release);
  if (isClassification === void 0) return [];
  if (!isClassification) return classes === 1 ? [1] : [];
  if (config.parameters.get("predict_proba")?.string_value !== "true") return [1];
  return classes > 1 ? [classes] : [2, 1];
}
function* checkRowSize(config, list2, allowed, explain) {
  const index = tensorsOf3(config, list2).findIndex(({ name }) => name === `${list2}__0`);
  if (index === -1 || allowed.length === 0) return;
  const { dims, reshape } = tensorsOf3(config, list2)[index];
  const shape = (reshape?.shape ?? dims).map(Number);
  const rowShape = config.max_batch_size > 0 ? shape : shape.slice(1);
  const configuredValues = rowShape.reduce((product2, dim) => product2 * dim, 1);
  if (shape.length === 0 || rowShape.some((dim) => dim < 1) || allowed.includes(configuredValues)) return;
  const hasTooFew = configuredValues < Math.min(...allowed);
  const [recommended] = allowed;
  yield {
    field: `${list2}[${index}].dims`,
    message: `got [${shape.join(", ")}]; allowed: ${recommended} for each row, as in ${explain(`${configuredValues}`, hasTooFew)}`,
    severity: hasTooFew ? "error" /* ERROR */ : "warning" /* WARNING */
  };
}
function tensorsOf3(config, list2) {
  return config[list2];
}
function treeModels(model) {
  const { backend, config } = model;
  const read = TREE_READERS[config.parameters.get("model_type")?.string_value ?? ""];
  if (backend.name !== "fil" || read === void 0) return [];
  return modelFiles(model).flatMap(({ path: path30, source }) => {
    const treeModel = read(source);
    return treeModel ? [{ path: path30, ...treeModel }] : [];
  });
}

// lib/model/file-rules/version-folders.ts
var VERSION_NAME = /^(0|[1-9][0-9]{0,17})$/;
var VERSION_PREFIX = /^\s*[+-]?[0-9]/;
var KNOWN_FOLDERS = ["warmup", "initial_state", "configs"];
function versionsToLoad(files, policy2) {
  const folders = new Set(files.filter((file) => file.path.includes("/")).map((file) => file.path.split("/")[0]));
  const existingVersions = [...folders].filter((name) => VERSION_NAME.test(name)).sort((a, b) => Number(BigInt(b) - BigInt(a)));
  const specificVersions = policy2?.specific && new Set(policy2.specific.versions.map(String));
  if (specificVersions) return existingVersions.filter((version3) => specificVersions.has(version3));
  if (policy2?.all) return existingVersions;
  return existingVersions.slice(0, policy2?.latest?.num_versions ?? 1);
}
var versionFolderRules = [
  {
    id: "repo.version-dir-prefix",
    *check(model) {
      for (const name of unknownFolders(model).filter(
        (folder) => VERSION_PREFIX.test(folder) && !/^0\d/.test(folder)
      )) {
        yield {
          field: "files",
          message: `got the folder '${name}', which Triton reads as a version although it is not a plain number; allowed: folders such as '1'; rename or remove the folder`
        };
      }
    }
  },
  {
    id: "repo.version-dir",
    severity: "warning" /* WARNING */,
    *check(model) {
      for (const name of unknownFolders(model).filter(
        (folder) => !VERSION_PREFIX.test(folder) || /^0\d/.test(folder)
      )) {
        yield {
          field: "files",
          message: `got the folder '${name}', which Triton ignores; versions are folders such as '1'`
        };
      }
    }
  },
  {
    id: "repo.no-version",
    *check({ versions, source, config, modelFileNames, files, content, hasVersionFolders: hasVersionFolders2, backend }) {
      if (versions.length > 0) return;
      const names2 = hasVersionFolders2 ? [] : (content?.files ?? []).map(({ path: path30 }) => path30.split("/")[0]);
      const advice = adviceForSeveralFiles(names2, backend);
      if (advice) yield { field: "files", message: `got ${source} with several model files; ${advice}` };
      if (advice) return;
      const name = modelFileNames[0] ?? "<model file>";
      const policy2 = config.version_policy && files.length > 0 ? " that the version policy chooses" : "";
      yield {
        field: "files",
        message: `got ${source} without a version${policy2}; allowed: version folders such as 1/${name}, or ${name} itself`
      };
    }
  },
  {
    id: "repo.version-specific",
    severity: "warning" /* WARNING */,
    *check({ versions, config }) {
      const loadedVersions = new Set(versions);
      const missing = (config.version_policy?.specific?.versions ?? []).filter(
        (each) => !loadedVersions.has(String(each))
      );
      for (const version3 of missing) {
        yield {
          field: "version_policy.specific.versions",
          message: `got ${version3}, for which there is no version folder`
        };
      }
    }
  }
];
function unknownFolders({ content, hasVersionFolders: hasVersionFolders2 }) {
  if (!content || !hasVersionFolders2) return [];
  return content.folders.filter(
    (name) => !VERSION_NAME.test(name) && !KNOWN_FOLDERS.includes(name) && !name.startsWith(".")
    // a leftover such as .ipynb_checkpoints
  );
}

// lib/model/file-rules/check-files.ts
var FILE_RULES = [
  ...modelFileRules,
  ...versionFolderRules,
  ...referencedFileRules,
  ...parameterPathRules,
  ...pythonClassRules,
  ...pythonModuleRules,
  ...pythonPackageRules,
  ...onnxRules,
  ...torchScriptRules,
  ...treeModelRules,
  ...engineProvenanceRules,
  ...engineBuildRules,
  ...engineLayerRules,
  ...engineProfileRules,
  ...profileUseRules,
  ...engineTypeRules
];
function checkLocalModel(model, options) {
  const findings = applyRules(FILE_RULES, model, options);
  return { findings, supersededRuleIds: [...supersededByScripts(model), ...supersededByFiles(model)] };
}
function supersededByFiles({ backend, files, versions }) {
  const library = `libtriton_${backend.name}.so`;
  const hasLibrary = files.some(
    ({ path: path30 }) => path30 === library || versions.some((version3) => path30 === `${version3}/${library}`)
  );
  return [
    ...backend.name === "" && versions.length > 0 ? ["backend.required"] : [],
    ...hasLibrary ? ["backend.available"] : []
  ];
}
function modelFileNamesOf(config, backend) {
  const defaultName = config._document.runtime || defaultFileNameOf(config, backend);
  return [...defaultName ? [defaultName] : [], ...backend.name === "dali" ? ["dali.py"] : []];
}

// cli/check/find-models.ts
var fs20 = __toESM(require("fs"));
var path13 = __toESM(require("path"));

// cli/check/result.ts
function overLimitNote(file, { reason }) {
  return { file, message: `not checked: ${reason} ${rulePage(LIMIT_RULE)}`, overLimit: true };
}

// cli/check/find-models.ts
var CONFIG_FILE = "config.pbtxt";
function findRepositories(folder) {
  const search = new Search(folder);
  const singleModel = hasConfig(folder) ? [{ origin: "alone", models: [folder], otherFolders: [] }] : [];
  return { repositories: [...singleModel, ...search.run()], notes: search.notes, failures: search.failures };
}
var Search = class {
  constructor(searchedFolder) {
    this.searchedFolder = searchedFolder;
    this.root = fs20.realpathSync(searchedFolder);
  }
  searchedFolder;
  failures = [];
  /** Notes about folders that were not searched. */
  unsearched = [];
  root;
  visited = /* @__PURE__ */ new Set();
  linksOutside = [];
  /** Limits that a note already reports. */
  exceeded = /* @__PURE__ */ new Set();
  /** Number of directory entries that were read. */
  entryCount = 0;
  get notes() {
    const [first] = this.linksOutside;
    if (first === void 0) return this.unsearched;
    const othersText = this.linksOutside.length > 1 ? ` and ${this.linksOutside.length - 1} more` : "";
    const message = `${first}${othersText} ${othersText ? "link" : "links"} to a folder outside ${this.searchedFolder}, which was not checked; pass that folder itself`;
    return [...this.unsearched, { file: this.searchedFolder, message }];
  }
  run() {
    const repositories = [];
    const pending = [{ folder: this.searchedFolder, depth: 0 }];
    for (let current = pending.pop(); current; current = pending.pop()) {
      const { folder, depth } = current;
      const children = this.tryRead(folder, () => this.visit(folder, depth)) ?? [];
      const origin = depth === 0 ? "given" : "found";
      const models2 = children.some((each) => each.hasConfig) ? children.filter(isModel).map((each) => each.folder) : [];
      const otherFolders = origin === "given" ? children.filter((each) => !isModel(each)).map((each) => each.folder) : [];
      if (models2.length > 0) repositories.push({ origin, models: models2, otherFolders });
      pending.push(...children.map((each) => ({ folder: each.folder, depth: depth + 1 })).reverse());
    }
    return repositories;
  }
  /** Returns the subfolders of a folder; an empty list if the folder was already visited. */
  visit(folder, depth) {
    const realPath2 = fs20.realpathSync(folder);
    if (this.visited.has(realPath2)) return [];
    this.visited.add(realPath2);
    requireCountWithin("depth", depth, folder);
    return this.subfolders(folder, true).flatMap((each) => {
      const names2 = this.tryRead(each, () => this.subfolders(each).map((name) => path13.basename(name)));
      return names2 ? [{ folder: each, hasConfig: hasConfig(each), hasVersions: names2.some(isVersionFolder) }] : [];
    });
  }
  /** @param isCounted whether the entries count toward the limit, and links to folders outside the searched folder are reported */
  subfolders(folder, isCounted = false) {
    const entries = fs20.readdirSync(folder, { withFileTypes: true });
    if (isCounted) requireCountWithin("entries", this.entryCount += entries.length, this.searchedFolder);
    return entries.filter(({ name }) => !name.startsWith(".") && name !== "node_modules").filter(
      (entry) => entry.isDirectory() || entry.isSymbolicLink() && this.isLinkInside(folder, entry.name, isCounted)
    ).map(({ name }) => path13.join(folder, name)).sort();
  }
  /**
   * Whether a link points to a folder inside the searched folder.
   *
   * @param isReported whether to report a link to a folder outside the searched folder
   */
  isLinkInside(folder, name, isReported) {
    const link = path13.join(folder, name);
    if (!isFolder(link)) return false;
    const realPath2 = fs20.realpathSync(link);
    const isInside = realPath2 === this.root || isBelow(realPath2, this.root);
    if (!isInside && isReported) this.linksOutside.push(link);
    return isInside;
  }
  /** Calls `read`. If it fails, records the reason and returns undefined. */
  tryRead(folder, read) {
    try {
      return read();
    } catch (problem) {
      const name = path13.basename(folder);
      const isMissing = problem.code === "ENOENT";
      if (problem instanceof LimitExceededError) {
        if (!this.exceeded.has(problem.limit)) this.unsearched.push(overLimitNote(this.searchedFolder, problem));
        this.exceeded.add(problem.limit);
      } else if (isMissing) this.unsearched.push({ file: folder, message: `the folder ${missingReason(name)}` });
      else this.failures.push({ file: folder, message: describeError(problem) });
      return void 0;
    }
  }
};
function isModel(each) {
  return each.hasConfig || each.hasVersions;
}
function isFolder(file) {
  try {
    return fs20.statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
function hasConfig(folder) {
  return fs20.existsSync(path13.join(folder, CONFIG_FILE));
}
function hasVersionFolders(folder) {
  return fs20.readdirSync(folder).some((name) => isVersionFolder(name) && isFolder(path13.join(folder, name)));
}

// cli/check/check-folder.ts
var NON_MODEL_FILE = /^(\.|readme|placeholder|ignore|keep|empty)|\.(dvc|md|sh)$|^(?!model\.txt$).*\.txt$/i;
var RULES_WITHOUT_FILES = ["repo.version-dir", "repo.version-dir-prefix"];
var NO_VERSION_FOLDER = "the ensemble has no version folder, which Triton requires, even if it is empty; to keep it in Git, add a file such as 1/.gitkeep";
function documentOf2({ folder, config }) {
  return { ...config._document, name: nameOf(folder) };
}
function contentOf(folder) {
  return inVersionOne(markLfsPointers(addLockEntries(folder, readFolder(folder))));
}
function versionsIn({ config, content }) {
  const hasModelFile = versionFilesOf(content).some(([, file]) => !NON_MODEL_FILE.test(file));
  return hasModelFile ? versionsToLoad(content.files, config._document.version_policy) : [];
}
function checkFolder(model, target, isRepository) {
  const { config, folder, content } = model;
  const versionFiles = versionFilesOf(content);
  const findingsOnName = nameFindings2(model, isRepository);
  const backend = backendOf(
    config,
    versionFiles.map(([, file]) => file)
  );
  if (backend.platform === Backend.ENSEMBLE.platform) {
    return {
      findings: findingsOnName,
      supersededRuleIds: [],
      notes: hasVersionFolders(folder) ? [] : [NO_VERSION_FOLDER]
    };
  }
  const files = content.files.filter((file) => file.path !== CONFIG_FILE);
  const localModel = {
    backend,
    config: documentOf2(model),
    source: folder,
    content,
    hasVersionFolders: true,
    ...separatePackages(files),
    versions: versionsToLoad(files, config._document.version_policy),
    modelFileNames: modelFileNamesOf(config, backend)
  };
  const { findings, supersededRuleIds } = checkLocalModel(localModel, target);
  if (versionFiles.every(([, file]) => NON_MODEL_FILE.test(file))) {
    return {
      findings: [...findingsOnName, ...findings.filter(({ ruleId }) => RULES_WITHOUT_FILES.includes(ruleId))],
      supersededRuleIds: [],
      notes: ["the folder has no model file, so only the text was checked"]
    };
  }
  const missingFile = files.find(({ absent }) => absent);
  const environment = missingEnvironment(localModel);
  return {
    findings: [
      ...findingsOnName,
      ...findings.filter(
        ({ ruleId }) => ruleId !== "lock.tensors" && // applies only to synthesis
        !(ruleId === "py.env-path" && environment !== void 0)
      )
    ],
    supersededRuleIds,
    notes: [
      ...missingFile ? [`${missingFile.path} is missing or a Git LFS pointer, so it was not compared with the text`] : [],
      ...environment === void 0 ? [] : [`${environment} is missing, so the Python environment was not checked`]
    ]
  };
}
function missingEnvironment({ config, files }) {
  const configuredPath = config.parameters.get("EXECUTION_ENV_PATH")?.string_value ?? "";
  const archive = configuredPath && environmentPath(configuredPath, config.name);
  return archive && !files.some(({ path: file }) => file.startsWith(archive)) ? archive : void 0;
}
function isVersioned({ content }) {
  return versionFilesOf(content).length > 0;
}
function versionFilesOf({ files }) {
  return files.map(({ path: file }) => file.split("/")).filter(([version3]) => isVersionFolder(version3));
}
function nameOf(folder) {
  return path14.basename(path14.resolve(folder));
}
function nameFindings2({ folder, config }, isRepository) {
  const { name } = config._document;
  if (name === "" || name === nameOf(folder)) return [];
  const message = `got '${name}'; allowed: '${nameOf(folder)}', the name of the model's folder, or no name`;
  return [(isRepository ? error : warning)("name.directory", "name", message)];
}
function inVersionOne(content) {
  const names2 = content.files.map(({ path: file }) => file.split("/")[0]);
  const isVersionOne = !names2.includes(CONFIG_FILE) && versionFilesOf(content).length === 0 && findModelFile(names2);
  if (!isVersionOne) return content;
  return { ...content, folders: ["1"], files: content.files.map((file) => ({ ...file, path: `1/${file.path}` })) };
}
function markLfsPointers(content) {
  return {
    ...content,
    files: content.files.map((file) => file.absent || !isLfsPointer(file.source) ? file : { ...file, absent: true })
  };
}

// cli/check/result-collector.ts
var MAX_NOTES = 1e3;
var ResultCollector = class {
  findings = [];
  notes = [];
  failures = [];
  findingCounts = { ["error" /* ERROR */]: 0, ["warning" /* WARNING */]: 0 };
  models = 0;
  assemblies = 0;
  /** The file that is being checked. */
  currentFile = "";
  add(step) {
    if ("currentPath" in step) {
      this.currentFile = step.currentPath;
      return;
    }
    const { findings = [], notes = [], failures = [], models: models2 = 0, assemblies = 0 } = step;
    for (const finding of findings) this.addFinding(finding);
    for (const note of notes) this.notes.push(abridge(note));
    for (const failure of failures) this.failures.push(abridge(failure));
    this.models += models2;
    this.assemblies += assemblies;
  }
  get result() {
    const { findings, notes, failures, models: models2, assemblies } = this;
    const omitted = Object.entries(this.findingCounts).flatMap(([severity, count2]) => {
      const omittedCount = count2 - limitOf("findings");
      const message = `${omittedCount} more findings of severity ${severity} are not listed`;
      return omittedCount > 0 ? [{ file: this.currentFile, message, overLimit: true }] : [];
    });
    return {
      findings,
      notes: [...this.truncate(notes, "notes"), ...omitted],
      failures: this.truncate(failures, "failures"),
      models: models2,
      ...assemblies > 0 && { assemblies }
    };
  }
  truncate(notes, noun) {
    const omittedItems = notes.slice(MAX_NOTES);
    if (omittedItems.length === 0) return notes;
    const overLimit = omittedItems.some((note) => note.overLimit) && { overLimit: true };
    const message = `${omittedItems.length} more ${noun} are not listed`;
    return [...notes.slice(0, MAX_NOTES), { file: this.currentFile, message, ...overLimit }];
  }
  addFinding(finding) {
    const { ruleId, severity, file, message } = finding;
    if (ruleId === LIMIT_RULE && severity === "warning" /* WARNING */)
      this.notes.push(abridge(overLimitNote(file, { reason: message })));
    else if (++this.findingCounts[severity] <= limitOf("findings")) {
      this.findings.push(finding);
    }
  }
};
function abridge(note) {
  return { ...note, message: abridged(note.message, limitOf("textLength")) };
}

// lib/model/model-location.ts
var fs24 = __toESM(require("fs"));
var path18 = __toESM(require("path"));

// lib/findings/in-language-of-app.ts
var fs21 = __toESM(require("fs"));
var path15 = __toESM(require("path"));
function inLanguageOfApp(message) {
  return process.env.JSII_AGENT?.startsWith("Python/") ? withPythonNames(message, apiNames()) : message;
}
function withPythonNames(message, names2) {
  const renamed = message.replace(VALUE_OR_WORDS, (part) => /^['"[]/.test(part) ? part : inPython(part, names2));
  return renamed.replace(
    / \(([\w.[\]]+)\)/g,
    (part, name, offset) => name.includes("_") && endsWithName(renamed.slice(0, offset), name) ? "" : part
  );
}
var VALUE_OR_WORDS = new RegExp(
  [
    /(?<!\w)'[^'\n]*'|(?<!\w)"[^"\n]*"/,
    // Quoted text. A quotation mark after a letter is an apostrophe.
    /\[[^[\]\n]*\]/,
    // an index or a key
    /[^\s'"[\]]+/
  ].map(({ source }) => source).join("|"),
  "g"
);
var FILE_EXTENSIONS = ["bin", "csv", "json", "onnx", "pbtxt", "plan", "pt", "py", "raw", "so"];
function inPython(text2, names2) {
  if (/[/:@-]\S/.test(text2)) return text2;
  return text2.replace(/[\w.]+/g, (words2) => {
    const parts = words2.split(".");
    if (parts.slice(1).some((part) => FILE_EXTENSIONS.includes(part))) return words2;
    return parts.map((part) => /^[a-z]/.test(part) && names2.has(part) ? inSnakeCase(part) : part).join(".");
  });
}
function endsWithName(text2, name) {
  return text2.endsWith(name) && !/[\w.]/.test(text2.charAt(text2.length - name.length - 1));
}
function inSnakeCase(name) {
  return name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_").toLowerCase();
}
var names;
function apiNames() {
  names ??= new Set([...readApi(__dirname).matchAll(/"name": ?"([a-z]\w*)"/g)].map(([, name]) => name));
  return names;
}
function readApi(folder) {
  const file = path15.join(folder, ".jsii");
  if (fs21.existsSync(file)) return fs21.readFileSync(file, "utf8");
  const parent = path15.dirname(folder);
  return parent === folder ? "" : readApi(parent);
}

// lib/findings/unresolved-values.ts
var UNRESOLVED_VALUE = "a value known only at deployment";
var TOKENS = /[$#]\{Token\[[^[\]]*\]\}|-1\.88815458\d*e\+289/g;
var SEPARATOR = /[\s'"(),;…]/;
function withoutTokens(message) {
  return message.replace(TOKENS, (token, position) => {
    const neighbors = [message[position - 1], message[position + token.length]];
    const isWhole = neighbors.every((each) => each === void 0 || SEPARATOR.test(each));
    return isWhole ? UNRESOLVED_VALUE : `<${UNRESOLVED_VALUE}>`;
  });
}

// lib/model/model-files.ts
var fs23 = __toESM(require("fs"));
var path17 = __toESM(require("path"));

// lib/model/engine/engine-source.ts
var fs22 = __toESM(require("fs"));
var path16 = __toESM(require("path"));
var DEFAULT_TOLERANCES = {
  ["FP32" /* FP32 */]: 0.01,
  ["STRONGLY_TYPED" /* STRONGLY_TYPED */]: 0.01,
  ["FP16" /* FP16 */]: 0.01,
  ["BF16" /* BF16 */]: 0.05,
  ["INT8" /* INT8 */]: 0.1,
  ["FP8" /* FP8 */]: 0.1
};
var EngineBuildSource = class _EngineBuildSource {
  constructor(origin, options = {}, boundTargets = []) {
    this.origin = origin;
    this.boundTargets = boundTargets;
    this.options = { ...options, plugins: options.plugins?.map((plugin) => path16.resolve(plugin)) };
  }
  origin;
  boundTargets;
  options;
  /** Set after the file has been read. The inner `graph` is undefined if the file is in S3 or cannot be read. */
  cachedGraph;
  /** A copy that is bound to the GPUs of an endpoint. */
  forTargets(targets) {
    const requiredTargets = distinctTargets(targets, this.options.hardwareCompatibility);
    const sorted = requiredTargets.sort((a, b) => Number(a.computeCapability) - Number(b.computeCapability));
    const bound = new _EngineBuildSource(this.origin, this.options, sorted);
    bound.cachedGraph = this.cachedGraph;
    return bound;
  }
  /** Whether an engine that is built on one GPU also runs on a different GPU. */
  alsoRunsOn(built, other) {
    return runsOn(built, other, this.options.hardwareCompatibility);
  }
  /** The graph of the ONNX file. Undefined for an object in S3, and for a file that cannot be read. */
  get graph() {
    return this.readGraph().graph;
  }
  /** Message about a file that cannot be read. Undefined if all files can be read. */
  get problem() {
    const missing = this.plugins().find(({ source }) => !isFile(source));
    if (missing) return `the plugin ${missing.source} does not exist, or is not a file`;
    if (!("file" in this.origin)) return void 0;
    const { file } = this.origin;
    if (!fs22.existsSync(file) && !this.onnxFile(file).absent) return `${file} does not exist`;
    if (fs22.existsSync(file) && !isFile(file)) return `${file} is not a file; pass the ONNX file`;
    if (this.onnxFile(file).absent) {
      return `${file} is only listed in the lock next to it; inputs and external data are read from the file itself: restore the file (with Git LFS: 'git lfs pull')`;
    }
    return void 0;
  }
  /**
   * The files of the version folder: the plugins, and one engine for each target. Before the engine is bound to an endpoint, the folder
   * contains one engine without a target.
   *
   * @param fileName file name that the backend looks for
   * @param maxBatchSize maximum batch size of the model, for the default profile
   */
  entries(fileName, maxBatchSize) {
    const plugins = this.plugins().map(({ path: name, source }) => ({ path: `1/${path16.basename(name)}`, source }));
    return [...this.engines(fileName, maxBatchSize), ...plugins];
  }
  /** Paths of the plugins in the model's folder. The server loads the plugins from these paths. */
  get pluginPaths() {
    return this.plugins().map(({ path: name }) => `1/${path16.basename(name)}`);
  }
  engines(fileName, maxBatchSize) {
    if (this.boundTargets.length <= 1)
      return [{ path: `1/${fileName}`, build: this.build(maxBatchSize, this.boundTargets[0]) }];
    return this.boundTargets.map((target) => ({
      path: `1/${engineFileName(target.computeCapability)}`,
      build: this.build(maxBatchSize, target)
    }));
  }
  build(maxBatchSize, target) {
    const { profiles: userProfiles, plugins: _plugins, tolerance, ...options } = this.options;
    const { graph } = this;
    const profiles = userProfiles?.map((profile) => profile._shapes) ?? defaultProfiles(graph, maxBatchSize);
    const settings = { ...options, profiles };
    return {
      ...settings,
      sources: this.sources(),
      arguments: trtexecArguments(settings, target?.tensorRtVersion),
      tolerance: tolerance ?? DEFAULT_TOLERANCES[options.precision ?? "STRONGLY_TYPED" /* STRONGLY_TYPED */],
      inputs: graph?.inputs ?? [],
      outputs: graph?.outputs ?? [],
      target
    };
  }
  sources() {
    if (!("file" in this.origin)) {
      const { object } = this.origin;
      return [{ path: path16.posix.basename(object.key), object }, ...this.plugins()];
    }
    const { file } = this.origin;
    return [this.onnxFile(file), ...this.externalData(file), ...this.plugins()];
  }
  onnxFile(file) {
    return filesWithLock(path16.dirname(file), [path16.basename(file)])[0];
  }
  /**
   * The existing files with external data (weights in separate files). Missing files are omitted, and a rule reports them. Files outside the
   * folder of the ONNX file are omitted, because ONNX rejects them.
   */
  externalData(file) {
    const names2 = (this.graph?.externalFiles ?? []).filter(isInOnnxFolder).map((name) => path16.posix.normalize(name));
    const files = filesWithLock(path16.dirname(file), [...new Set(names2)].sort());
    return files.filter(({ source, absent }) => absent || isFile(source));
  }
  plugins() {
    return (this.options.plugins ?? []).map((source) => ({ path: `plugins/${path16.basename(source)}`, source }));
  }
  readGraph() {
    if (this.cachedGraph) return this.cachedGraph;
    if (!("file" in this.origin)) return this.cachedGraph = {};
    try {
      this.cachedGraph = { graph: readOnnxGraph(this.origin.file) };
    } catch {
      this.cachedGraph = {};
    }
    return this.cachedGraph;
  }
};
function engineFileName(computeCapability) {
  return `model_${computeCapability.replace(".", "_")}.plan`;
}
function isInOnnxFolder(location) {
  return !path16.posix.isAbsolute(location) && !path16.posix.normalize(location).startsWith("..");
}
function defaultProfiles(graph, maxBatchSize) {
  const variableInputs = (graph?.inputs ?? []).filter(({ shape }) => shape === void 0 || shape.includes(-1));
  const isBatchOnly = variableInputs.every(({ shape }) => shape?.lastIndexOf(-1) === 0);
  if (variableInputs.length === 0 || !isBatchOnly || maxBatchSize < 1) return [];
  const shapes = variableInputs.map(({ name, shape = [] }) => {
    const [min, max] = [1, maxBatchSize].map((batch) => [batch, ...shape.slice(1)]);
    return [name, { min, opt: max, max }];
  });
  return [Object.fromEntries(shapes)];
}
function isFile(file) {
  return fs22.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

// lib/model/model-files.ts
var SHARED_FILES = ["config.pbtxt", "warmup", "initial_state", "configs"];
var AMBIGUOUS_EXTENSIONS2 = [".py", ".txt", ".json"];
var ModelFiles = class _ModelFiles {
  constructor(kind, _source, _location, _engine) {
    this.kind = kind;
    this._source = _source;
    this._location = _location;
    this._engine = _engine;
  }
  kind;
  _source;
  _location;
  _engine;
  /**
   * One model file. It becomes version 1, with the file name that the backend requires.
   *
   * @param file path of the file, such as `resnet50.onnx`
   */
  static fromFile(file) {
    requireDefined("ModelFiles.fromFile", { file });
    return new _ModelFiles("file", path17.resolve(file));
  }
  /**
   * The folder of a model, with numeric version folders (`1/model.onnx`), labels, and the folders `warmup` and `initial_state`. If the
   * folder contains the model file and no version folders, the folder with all its files becomes version 1.
   *
   * @param folder path of the folder. A config.pbtxt in the folder is not used, and a warning says so: use `TritonModel.fromDirectory`
   */
  static fromDirectory(folder) {
    requireDefined("ModelFiles.fromDirectory", { folder });
    return new _ModelFiles("folder", path17.resolve(folder));
  }
  /**
   * A complete model repository in S3: an archive (`….tar.gz`), or a prefix with the uncompressed files. It must contain
   * `<model name>/config.pbtxt`, because the library adds no files. The library cannot check the files at synth.
   *
   * @param bucket the S3 bucket, in the Region of the endpoint
   * @param keyOrPrefix key of the archive, or the prefix
   * @param version a value that changes with the content, such as the version ID of the object, its ETag or a hash. A new value deploys the
   * model again. SageMaker always downloads the current content of the key or prefix. Without a version, new content under the same key is
   * not deployed, and synthesis reports a warning
   */
  static fromS3(bucket, keyOrPrefix, version3) {
    requireDefined("ModelFiles.fromS3", { bucket, keyOrPrefix });
    return new _ModelFiles("s3", "", { bucket, key: keyOrPrefix, version: version3 });
  }
  /**
   * A version in SageMaker's model registry (a model package). SageMaker uses the image, the data and the environment variables of the
   * package.
   *
   * Set `image` of the endpoint to the image of the package, and `bucket` and `keyOrPrefix` to the package's model data. The execution role
   * is granted access to the image and the data. The data is a model repository, as with `fromS3`. The package must set the environment variable
   * `SAGEMAKER_TRITON_DEFAULT_MODEL_NAME`, and the environment variables that `server` of the endpoint would otherwise set, because
   * SageMaker accepts environment variables only from the package. Supported for real-time and asynchronous endpoints.
   *
   * @param modelPackageArn ARN of the version, in the Region of the endpoint:
   * `arn:aws:sagemaker:<region>:<account>:model-package/<group>/<version>`
   * @param bucket the S3 bucket of the package's model data
   * @param keyOrPrefix key of the package's archive, or the prefix of its files
   */
  static fromModelPackage(modelPackageArn, bucket, keyOrPrefix) {
    requireDefined("ModelFiles.fromModelPackage", { modelPackageArn, bucket, keyOrPrefix });
    return new _ModelFiles("s3", "", { bucket, key: keyOrPrefix, version: modelPackageArn, modelPackageArn });
  }
  /**
   * A TensorRT engine that the deployment builds from an ONNX file on the GPUs of the endpoint: one engine for each GPU model, unless
   * `hardwareCompatibility` of the options allows an engine to run on several GPU models. Files with external data next to the ONNX file
   * are included. Set `backend` to `Backend.TENSORRT`. Inputs and outputs are read from the graph.
   *
   * @param onnxFile path of the ONNX file
   * @param options options of the build, such as precision, profiles and plugins
   */
  static fromEngineBuild(onnxFile, options) {
    requireDefined("ModelFiles.fromEngineBuild", { onnxFile });
    const file = path17.resolve(onnxFile);
    return new _ModelFiles("engine", file, void 0, new EngineBuildSource({ file }, options));
  }
  /**
   * A TensorRT engine that the deployment builds from an ONNX file in S3. The file cannot be read at synth, so set `inputs` and `outputs`
   * of the model, and `profiles` of the engine for variable dimensions. The file must contain the weights, without external data.
   *
   * @param bucket the S3 bucket
   * @param key key of the ONNX file
   * @param version a value that changes with the content, such as the version ID of the object, its ETag or a hash. A new value builds the
   * engine again
   * @param options options of the build, such as precision, profiles and plugins
   */
  static fromEngineBuildS3(bucket, key, version3, options) {
    requireDefined("ModelFiles.fromEngineBuildS3", { bucket, key, version: version3 });
    return new _ModelFiles(
      "engine",
      "",
      void 0,
      new EngineBuildSource({ object: { bucket, key, version: version3 } }, options)
    );
  }
  folderContent;
  singleFile;
  /** Message about files that cannot be read. @internal */
  get _problem() {
    if (this._location) return void 0;
    if (this._engine) return this._engine.problem;
    if (this.kind === "file" && this.single.absent) return void 0;
    const stat = withFileErrors(this._source, () => fs23.statSync(this._source, { throwIfNoEntry: false }));
    if (!stat) return `${this._source} does not exist`;
    if (this.kind === "file" && !stat.isFile()) {
      return `${this._source} is not a file; for a folder use ${inLanguageOfApp("ModelFiles.fromDirectory")}`;
    }
    if (this.kind === "folder" && !stat.isDirectory()) {
      return `${this._source} is not a folder; for a single model file use ${inLanguageOfApp("ModelFiles.fromFile")}`;
    }
    return void 0;
  }
  /** Returns a copy whose engines are built for these GPUs. Files without engines are returned unchanged. @internal */
  _forTargets(targets) {
    if (!this._engine) return this;
    return new _ModelFiles("engine", this._source, void 0, this._engine.forTargets(targets));
  }
  /** Content of the folder. Undefined for a single file, and for files in S3. @internal */
  get _content() {
    if (this.kind !== "folder") return void 0;
    this.folderContent ??= addLockEntries(this._source, readFolder(this._source));
    return this.folderContent;
  }
  /** The file of `fromFile`, which can be missing on the disk and only be listed in a lock file. */
  get single() {
    this.singleFile ??= filesWithLock(path17.dirname(this._source), [path17.basename(this._source)])[0];
    return this.singleFile;
  }
  /** Whether the folder contains version folders. @internal */
  get _versioned() {
    return this._content?.folders.some((name) => /^[+-]?\d/.test(name)) ?? false;
  }
  /**
   * The files with their paths in the model's folder of the repository, sorted by path. Empty for files in S3.
   *
   * @throws if the file or folder does not exist
   * @internal
   */
  _entries(hints = {}) {
    if (this._problem) throw new Error(`ModelFiles: ${this._problem} ${rulePage("files.missing")}`);
    if (this._location) return [];
    if (this._engine) return this._engine.entries(hints.defaultFileName ?? "model.plan", hints.maxBatchSize ?? 0);
    if (this.kind === "file") {
      return [{ ...this.single, path: `1/${hints.defaultFileName ?? path17.basename(this._source)}` }];
    }
    const files = (this._content?.files ?? []).filter((file) => file.path !== "config.pbtxt");
    return this._versioned ? files : filesInVersionOne(files, hints);
  }
};
function filesInVersionOne(files, { defaultFileName, sharedFiles = [] }) {
  const shared = [...SHARED_FILES, ...sharedFiles];
  const isShared = (file) => shared.includes(file.path) || shared.includes(file.path.split("/")[0]);
  const versionFiles = files.filter((file) => !isShared(file));
  const misnamedFile = findMisnamedFile(versionFiles, defaultFileName);
  const modelFile = misnamedFile ?? versionFiles.find((file) => file.path.split("/")[0] === defaultFileName);
  if (!modelFile) return files.filter(isShared);
  return files.map((file) => {
    if (isShared(file)) return file;
    return { ...file, path: `1/${file === misnamedFile ? defaultFileName ?? file.path : file.path}` };
  }).sort((a, b) => a.path < b.path ? -1 : 1);
}
function findMisnamedFile(files, defaultFileName) {
  if (defaultFileName === void 0) return files.length === 1 ? files[0] : void 0;
  const extension = path17.extname(defaultFileName);
  if (AMBIGUOUS_EXTENSIONS2.includes(extension) || files.some((file) => file.path.split("/")[0] === defaultFileName))
    return void 0;
  const candidates = files.filter((file) => path17.dirname(file.path) === "." && path17.extname(file.path) === extension);
  return candidates.length === 1 ? candidates[0] : void 0;
}

// lib/model/model-location.ts
var FROM_DIRECTORY = "TritonModel.fromDirectory";
function locateFolder(folder) {
  if (!isFolder2(folder)) throw locationError(FROM_DIRECTORY, folder, "an existing model folder");
  const root = path18.resolve(folder);
  const parent = path18.dirname(root);
  if (!hasConfigFile(root) && VERSION_NAME.test(path18.basename(root)) && hasConfigFile(parent)) {
    return { ...locateModelFolder(parent, FROM_DIRECTORY), path: folder, version: path18.basename(root) };
  }
  return { ...locateModelFolder(root, FROM_DIRECTORY), path: folder };
}
function hasConfigFile(folder) {
  return fs24.existsSync(path18.join(folder, "config.pbtxt"));
}
function locateModelFolder(root, reader) {
  const location = { reader, path: root, name: path18.basename(root), files: ModelFiles.fromDirectory(root) };
  if (!hasConfigFile(root)) return location;
  if (isFolder2(path18.join(root, "config.pbtxt"))) {
    throw locationError(reader, root, "a model folder whose config.pbtxt is a file, not a folder");
  }
  return { ...location, config: ModelConfig.fromDirectory(root) };
}
function locationError(reader, location, allowed) {
  return new Error(
    inLanguageOfApp(`${reader}: got ${withoutTokens(location)}; allowed: ${allowed} ${rulePage("files.missing")}`)
  );
}
function isFolder2(folder) {
  try {
    return fs24.statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

// lib/model/model-reading.ts
function describeReading(model, reading) {
  const { backend, batchSize, examples: examples2, hasReadInputs, hasReadOutputs } = reading;
  const inputs = hasReadInputs ? model.inputs : [];
  const outputs = hasReadOutputs ? model.outputs : [];
  const hasNoTensors = model.inputs.length === 0 && model.outputs.length === 0;
  const inferred = [
    ...backend?.name ? [`backend ${backend.name}`] : [],
    ...Object.entries(reading.parameters ?? {}).map(([name, value]) => `parameter ${name} ${value}`),
    ...batchSize ? [describeBatchSize(batchSize, hasNoTensors)] : [],
    ...inputs.length > 0 ? [`inputs ${namesOf3(inputs)}`] : [],
    ...outputs.length > 0 ? [`outputs ${namesOf3(outputs)}`] : [],
    ...examples2.length > 0 ? [`examples ${joinNames(examples2.map(({ _fileName = "" }) => _fileName))}`] : []
  ];
  return inferred.length > 0 ? `model '${model.name}': read from ${pathOf(reading)}: ${inferred.join("; ")}` : void 0;
}
function describeBatchSize({ value, isInferred, reason }, hasNoTensors) {
  const missing = hasNoTensors ? "inputs, outputs and maxBatchSize" : "maxBatchSize";
  return `maxBatchSize ${value} (${reason}${isInferred ? "" : `: to batch, set ${missing}`})`;
}
function pathOf({ location: { path: path30, files: ownFiles, fileName: namedFile }, files, fileName }) {
  if (files !== ownFiles) return files._source === "" ? path30 : `${path30} and ${files._source}`;
  const folder = files._content;
  if (!folder) return path30;
  const details = [
    ...fileName !== void 0 && fileName !== namedFile ? [`model file ${fileName}`] : [],
    ...namedFile === void 0 ? [] : [`with the ${folder.files.length} files of the folder ${files._source}`]
  ];
  return details.length > 0 ? `${path30} (${details.join(", ")})` : path30;
}
function namesOf3(tensors) {
  return joinNames(tensors.map(({ name }) => `'${name}'`));
}

// lib/model/field-table.ts
function field(path30, render, table2 = {}) {
  return { paths: { [path30]: table2 }, render: (value, owner) => ({ [path30]: render(value, owner) }) };
}
function messageField(path30, table2) {
  return field(path30, (value) => renderFields(table2, value), table2);
}
function messageListField(path30, table2) {
  return field(path30, (values) => values.map((value) => renderFields(table2, value)), table2);
}
function renderFields(table2, values) {
  let json2 = {};
  for (const [property, row] of Object.entries(table2)) {
    const value = values[property];
    if (value === void 0) continue;
    const contents = typeof row === "string" ? { [row]: value } : row.render(value, values);
    for (const [path30, content] of Object.entries(contents)) json2 = withField(json2, path30.split("."), content);
  }
  return json2;
}
function withField(json2, [name, ...nestedNames], content) {
  if (content === void 0) return json2;
  return {
    ...json2,
    [name]: nestedNames.length === 0 ? content : withField(json2[name] ?? {}, nestedNames, content)
  };
}
function pathsOf(row) {
  return typeof row === "string" ? [row] : Object.keys(row.paths);
}

// lib/model/batch-io.ts
var BATCH_INPUT_FIELDS = {
  kind: "kind",
  targetNames: "target_name",
  dataType: field("data_type", ({ name }) => name),
  sourceInputs: "source_input"
};
var BATCH_OUTPUT_FIELDS = {
  targetNames: "target_name",
  sourceInputs: "source_input"
};
function renderBatchOutput(output) {
  return { kind: "BATCH_SCATTER_WITH_INPUT_SHAPE", ...renderFields(BATCH_OUTPUT_FIELDS, output) };
}

// lib/model/queue-policy.ts
var QUEUE_POLICY_FIELDS = {
  timeoutAction: "timeout_action",
  defaultTimeoutMicroseconds: "default_timeout_microseconds",
  allowTimeoutOverride: "allow_timeout_override",
  maxQueueSize: "max_queue_size"
};

// lib/model/sequence-state.ts
var SEQUENCE_STATE_FIELDS = {
  inputName: "input_name",
  outputName: "output_name",
  dataType: field("data_type", ({ name }) => name),
  dims: "dims",
  initialState: field("initial_state", (initialState, state) => [initialState._render(state)]),
  useSameBufferForInputOutput: "use_same_buffer_for_input_output",
  useGrowableMemory: "use_growable_memory"
};

// lib/model/batching.ts
var DYNAMIC_FIELDS = {
  preferredBatchSizes: "preferred_batch_size",
  maxQueueDelayMicroseconds: "max_queue_delay_microseconds",
  preserveOrdering: "preserve_ordering",
  priorityLevels: "priority_levels",
  defaultPriorityLevel: "default_priority_level",
  defaultQueuePolicy: messageField("default_queue_policy", QUEUE_POLICY_FIELDS),
  priorityQueuePolicies: field(
    "priority_queue_policy",
    (policies) => Object.fromEntries(
      Object.entries(policies).map(([level, policy2]) => [level, renderFields(QUEUE_POLICY_FIELDS, policy2)])
    ),
    QUEUE_POLICY_FIELDS
  )
};
var SEQUENCE_FIELDS = {
  maxSequenceIdleMicroseconds: "max_sequence_idle_microseconds",
  controlInputs: field("control_input", (controls) => controls.map((control) => control._render())),
  states: messageListField("state", SEQUENCE_STATE_FIELDS),
  iterativeSequence: "iterative_sequence"
};
var DIRECT_FIELDS = {
  maxQueueDelayMicroseconds: "max_queue_delay_microseconds",
  minimumSlotUtilization: "minimum_slot_utilization"
};
var OLDEST_FIELDS = {
  maxCandidateSequences: "max_candidate_sequences",
  preferredBatchSizes: "preferred_batch_size",
  maxQueueDelayMicroseconds: "max_queue_delay_microseconds",
  preserveOrdering: "preserve_ordering"
};
var BATCHING_PATHS = {
  dynamic_batching: DYNAMIC_FIELDS,
  sequence_batching: SEQUENCE_FIELDS,
  "sequence_batching.direct": DIRECT_FIELDS,
  "sequence_batching.oldest": OLDEST_FIELDS
};

// lib/model/instance-group.ts
var INSTANCE_GROUP_FIELDS = {
  name: "name",
  count: "count",
  gpus: "gpus",
  profiles: "profile",
  rateLimiterResources: messageListField("rate_limiter.resources", {
    name: "name",
    count: "count",
    isGlobal: "global"
  }),
  rateLimiterPriority: "rate_limiter.priority",
  hostPolicy: "host_policy",
  passive: "passive",
  nvdlaDeviceIds: field("secondary_devices", (ids) => ids.map((id) => ({ kind: "KIND_NVDLA", device_id: id })))
};

// lib/model/optimization.ts
var CUDA_GRAPH_FIELDS = {
  batchSize: "batch_size",
  input: field("input", renderShapes),
  lowerBoundBatchSize: "graph_lower_bound.batch_size",
  lowerBoundInput: field("graph_lower_bound.input", renderShapes)
};
var OPTIMIZATION_FIELDS = {
  graphLevel: "graph.level",
  priority: "priority",
  cudaGraphs: "cuda.graphs",
  cudaGraphSpecs: messageListField("cuda.graph_spec", CUDA_GRAPH_FIELDS),
  cudaBusyWaitEvents: "cuda.busy_wait_events",
  cudaOutputCopyStream: "cuda.output_copy_stream",
  gpuExecutionAccelerators: field("execution_accelerators.gpu_execution_accelerator", renderAccelerators),
  cpuExecutionAccelerators: field("execution_accelerators.cpu_execution_accelerator", renderAccelerators),
  inputPinnedMemory: "input_pinned_memory.enable",
  outputPinnedMemory: "output_pinned_memory.enable",
  gatherKernelBufferThreshold: "gather_kernel_buffer_threshold",
  eagerBatching: "eager_batching"
};
function renderShapes(shapes) {
  return Object.fromEntries(Object.entries(shapes).map(([input, dim]) => [input, { dim }]));
}
function renderAccelerators(accelerators) {
  return accelerators.map((accelerator) => accelerator._render());
}

// lib/model/tensor.ts
var TENSOR_FIELDS2 = {
  name: "name",
  dataType: field("data_type", ({ name }) => name),
  dims: "dims",
  reshape: "reshape.shape",
  format: "format",
  optional: "optional",
  allowRaggedBatch: "allow_ragged_batch",
  isShapeTensor: "is_shape_tensor",
  isNonLinearFormatIo: "is_non_linear_format_io",
  labelFilename: "label_filename"
};
var UNSUPPORTED_OPTIONS = {
  input: ["labelFilename"],
  output: ["format", "optional", "allowRaggedBatch"]
};
var Tensor = class _Tensor {
  /** A tensor of booleans. */
  static bool(name, dims, options) {
    return new _Tensor(name, DataType.BOOL, dims, options);
  }
  /** A tensor of unsigned 8-bit integers. */
  static uint8(name, dims, options) {
    return new _Tensor(name, DataType.UINT8, dims, options);
  }
  /** A tensor of unsigned 16-bit integers. */
  static uint16(name, dims, options) {
    return new _Tensor(name, DataType.UINT16, dims, options);
  }
  /** A tensor of unsigned 32-bit integers. */
  static uint32(name, dims, options) {
    return new _Tensor(name, DataType.UINT32, dims, options);
  }
  /** A tensor of unsigned 64-bit integers. */
  static uint64(name, dims, options) {
    return new _Tensor(name, DataType.UINT64, dims, options);
  }
  /** A tensor of signed 8-bit integers. */
  static int8(name, dims, options) {
    return new _Tensor(name, DataType.INT8, dims, options);
  }
  /** A tensor of signed 16-bit integers. */
  static int16(name, dims, options) {
    return new _Tensor(name, DataType.INT16, dims, options);
  }
  /** A tensor of signed 32-bit integers. */
  static int32(name, dims, options) {
    return new _Tensor(name, DataType.INT32, dims, options);
  }
  /** A tensor of signed 64-bit integers. */
  static int64(name, dims, options) {
    return new _Tensor(name, DataType.INT64, dims, options);
  }
  /** A tensor of half-precision floating-point numbers. */
  static fp16(name, dims, options) {
    return new _Tensor(name, DataType.FP16, dims, options);
  }
  /** A tensor of bfloat16 numbers (Triton 22.05 or later). */
  static bf16(name, dims, options) {
    return new _Tensor(name, DataType.BF16, dims, options);
  }
  /** A tensor of single-precision floating-point numbers. */
  static fp32(name, dims, options) {
    return new _Tensor(name, DataType.FP32, dims, options);
  }
  /** A tensor of double-precision floating-point numbers. */
  static fp64(name, dims, options) {
    return new _Tensor(name, DataType.FP64, dims, options);
  }
  /** A tensor of byte strings. */
  static string(name, dims, options) {
    return new _Tensor(name, DataType.STRING, dims, options);
  }
  /**
   * A tensor of any data type.
   *
   * @param name name of the tensor, as in the model file
   * @param dataType data type of the elements
   * @param dims shape of one item. If the `maxBatchSize` of the model is above 0, omit the batch dimension, otherwise include all
   * dimensions. -1 is a variable dimension
   * @param options reshape, format and flags
   */
  static of(name, dataType, dims, options) {
    return new _Tensor(name, dataType, dims, options);
  }
  /** Creates the tensor from config.pbtxt. Protobuf's default values count as not set. @internal */
  static _fromConfig(tensor2) {
    const input = "format" in tensor2 ? tensor2 : void 0;
    return new _Tensor(tensor2.name, DataType.of(tensor2.data_type), tensor2.dims.map(Number), {
      reshape: tensor2.reshape?.shape.map(Number),
      format: input?.format === "FORMAT_NONE" ? void 0 : input?.format,
      optional: input?.optional || void 0,
      allowRaggedBatch: input?.allow_ragged_batch || void 0,
      isShapeTensor: tensor2.is_shape_tensor || void 0,
      isNonLinearFormatIo: tensor2.is_non_linear_format_io || void 0,
      labelFilename: "label_filename" in tensor2 && tensor2.label_filename || void 0
    });
  }
  /** Name of the tensor, as in the model file. */
  name;
  /** Data type of the elements. */
  dataType;
  /** Shape of one item. -1 is a variable dimension. */
  dims;
  /** Whether a request can omit the input. */
  optional;
  options;
  constructor(name, dataType, dims, options = {}) {
    requireDefined("Tensor", { name, dataType, dims });
    this.name = name;
    this.dataType = dataType;
    this.dims = [...dims];
    this.optional = options.optional ?? false;
    this.options = options;
  }
  /** Options that are set but not supported on this side (for inputs, or for outputs). @internal */
  _misplacedOptions(side) {
    return UNSUPPORTED_OPTIONS[side].filter((option) => this.options[option] !== void 0);
  }
  /** The shape of one item in the model file. @internal */
  get _modelDims() {
    return this.options.reshape ?? this.dims;
  }
  /** @internal */
  get _ragged() {
    return this.options.allowRaggedBatch ?? false;
  }
  /** @internal */
  get _labelFilename() {
    return this.options.labelFilename;
  }
  /** @internal */
  _render(side) {
    const { name, dataType, dims } = this;
    const unsupported = Object.fromEntries(UNSUPPORTED_OPTIONS[side].map((option) => [option, void 0]));
    return renderFields(TENSOR_FIELDS2, { name, dataType, dims, ...this.options, ...unsupported });
  }
};

// lib/model/model-fields.ts
var STEP_FIELDS = {
  model: field("model_name", ({ name }) => name),
  inputMap: "input_map",
  outputMap: "output_map",
  modelVersion: "model_version"
};
var LATEST_VERSION = -1;
var ENSEMBLE_FIELDS = {
  steps: field(
    "step",
    (steps) => steps.map((step) => renderFields(STEP_FIELDS, { ...step, modelVersion: step.modelVersion ?? LATEST_VERSION })),
    STEP_FIELDS
  ),
  maxInflightRequests: "max_inflight_requests"
};
var MODEL_FIELDS3 = {
  name: "name",
  backend: {
    paths: { backend: {}, platform: "platform" },
    render: ({ name, platform }) => ({ backend: name || void 0, platform })
  },
  runtime: "runtime",
  maxBatchSize: "max_batch_size",
  inputs: field("input", (inputs) => inputs.map((input) => input._render("input")), TENSOR_FIELDS2),
  outputs: field("output", (outputs) => outputs.map((output) => output._render("output")), TENSOR_FIELDS2),
  batchInputs: messageListField("batch_input", BATCH_INPUT_FIELDS),
  batchOutputs: field("batch_output", (outputs) => outputs.map(renderBatchOutput), BATCH_OUTPUT_FIELDS),
  instanceGroups: field("instance_group", (groups) => groups.map((group) => group._render()), INSTANCE_GROUP_FIELDS),
  batching: { paths: BATCHING_PATHS, render: (batching) => batching._render() },
  ensemble: field("ensemble_scheduling", (ensemble) => ensemble._render(), ENSEMBLE_FIELDS),
  versionPolicy: field("version_policy", (policy2) => policy2._render()),
  optimization: messageField("optimization", OPTIMIZATION_FIELDS),
  warmup: "model_warmup",
  parameters: field(
    "parameters",
    (parameters) => Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, { string_value: value }]))
  ),
  responseCache: "response_cache.enable",
  decoupled: "model_transaction_policy.decoupled",
  repositoryAgents: "model_repository_agents.agents",
  metricTags: "metric_tags",
  histogramBuckets: field(
    "model_metrics.metric_control",
    (histograms) => Object.entries(histograms).map(([family, buckets]) => ({
      metric_identifier: { family },
      histogram_options: { buckets }
    }))
  ),
  defaultModelFilename: "default_model_filename",
  ccModelFilenames: "cc_model_filenames",
  opLibraryFilenames: "model_operations.op_library_filename"
};
var SCHEDULERS = ["batching", "ensemble"];
function propsWithOverrides(props, overrides2) {
  const { config: addedConfig, ...setOverrides } = omitUndefined({ ...overrides2 });
  const replacedFields = new Set(Object.keys(setOverrides).flatMap(withAlternatives).flatMap(topLevelFields));
  const remainingFields = Object.entries(props.config?.toJson() ?? {}).filter(([field2]) => !replacedFields.has(field2));
  const keptConfig = props.config && ModelConfig.fromJson(Object.fromEntries(remainingFields));
  const config = keptConfig && addedConfig ? keptConfig.merge(addedConfig) : addedConfig ?? keptConfig;
  return { ...props, ...propertiesToClear(setOverrides), ...setOverrides, config };
}
function propertiesToClear({ batching, ensemble }) {
  if (batching) return { ensemble: void 0 };
  return ensemble ? { batching: void 0, members: void 0 } : {};
}
function withAlternatives(property) {
  return SCHEDULERS.includes(property) ? SCHEDULERS : [property];
}
function topLevelFields(property) {
  const row = Object.hasOwn(MODEL_FIELDS3, property) && MODEL_FIELDS3[property];
  return row ? pathsOf(row).map((path30) => path30.split(".", 1)[0]) : [];
}

// lib/model/tensor-completion.ts
var path19 = __toESM(require("path"));
var DEFAULT_MAX_BATCH_SIZE = 4;
function completeTensors(config, backend, files) {
  const { input, output, max_batch_size: maxBatchSize } = config._document;
  const missing = { input: input.length === 0, output: output.length === 0 };
  if (!(missing.input || missing.output) || files._location || files._problem) return config;
  const tensorsInFile = findTensors(config, backend, files);
  if (!tensorsInFile || ![...tensorsInFile.inputs, ...tensorsInFile.outputs].every(isComplete)) return config;
  const render = (tensors) => tensors.map((tensor2) => renderTensor(tensor2, maxBatchSize > 0));
  return config.merge(
    ModelConfig.fromJson({
      ...missing.input && { input: render(tensorsInFile.inputs) },
      ...missing.output && { output: render(tensorsInFile.outputs) }
    })
  );
}
function inferBatchSize(config, backend, files) {
  const sizes = files._engine ? [batchSizeOf(files._engine.graph, "the ONNX file of the engine cannot be read")] : versionFilesOf2(config, backend, files).map((file) => batchSizeOfFile(file, backend));
  const unknown = sizes.find(({ maxBatchSize }) => maxBatchSize === void 0);
  if (unknown) return unknown;
  const [smallest] = sizes.sort((a, b) => Number(a.maxBatchSize) - Number(b.maxBatchSize));
  return smallest ?? { reason: "there is no model file" };
}
function batchSizeOfFile(file, backend) {
  if (!hasReader(backend)) return { reason: `the tensors of a ${backend.name} model are not read` };
  if (!isReadable(file, backend)) return { reason: `${file.path} is only listed in ${LOCK_FILE}`, isAbsent: true };
  const name = path19.basename(file.source);
  return batchSizeOf(
    TENSOR_READERS[backend.name](file.source),
    backend.name === Backend.TENSORRT.name ? `${name}.json does not contain its tensors` : `${name} cannot be read`
  );
}
function batchSizeOf(tensors, reasonWithoutTensors) {
  if (!tensors) return { reason: reasonWithoutTensors };
  const { inputs, outputs, batchLimit = DEFAULT_MAX_BATCH_SIZE } = tensors;
  const incomplete = [...inputs, ...outputs].find((tensor2) => !isComplete(tensor2));
  if (incomplete) {
    const problem = incomplete.dataType ? "shape" : "data type that Triton supports";
    return { reason: `'${incomplete.name}' has no ${problem}` };
  }
  const fixed = [...inputs, ...outputs].find(({ shape }) => shape?.[0] !== -1);
  if (fixed) return { maxBatchSize: 0, reason: `the shape of '${fixed.name}' is [${fixed.shape?.join(", ")}]` };
  if (inputs.length + outputs.length === 0) return { maxBatchSize: 0, reason: "the model has no tensors" };
  return batchLimit < DEFAULT_MAX_BATCH_SIZE ? { maxBatchSize: batchLimit, reason: "the largest batch of the engine" } : {
    maxBatchSize: DEFAULT_MAX_BATCH_SIZE,
    reason: "the first dimension of every tensor is open; the value is Triton's default"
  };
}
function findTensors(config, backend, files) {
  if (files._engine) return files._engine.graph;
  if (!hasReader(backend)) return void 0;
  const [file] = versionFilesOf2(config, backend, files);
  return file && isReadable(file, backend) ? TENSOR_READERS[backend.name](file.source) : void 0;
}
function versionFilesOf2(config, backend, files) {
  const hints = layoutHintsOf(config, backend);
  const entries = files._entries(hints);
  const modelFileNames = [hints.defaultFileName ?? ""];
  return versionsToLoad(entries, config._document.version_policy).flatMap(
    (version3) => modelFileOf({ files: entries, modelFileNames }, version3) ?? []
  );
}
function hasReader(backend) {
  return Object.hasOwn(TENSOR_READERS, backend.name);
}
function isReadable(file, { name }) {
  return name === Backend.TENSORRT.name ? file.source !== void 0 : isOnDisk(file);
}
var TENSOR_READERS = {
  [Backend.ONNXRUNTIME.name]: (file) => {
    try {
      return readOnnxGraph(file);
    } catch {
      return void 0;
    }
  },
  [Backend.TENSORRT.name]: (engine) => {
    const { inputs, outputs, profiles = [] } = readSidecar(engine) ?? {};
    const batchLimits = profiles.map((profile) => Math.min(...Object.values(profile).map(({ max }) => max[0])));
    const batchLimit = batchLimits.length > 0 ? Math.max(...batchLimits) : void 0;
    return inputs && outputs && { inputs, outputs, batchLimit };
  }
};
function isComplete({ dataType, shape }) {
  return dataType !== void 0 && shape !== void 0;
}
function renderTensor({ name, dataType, shape = [] }, hasBatchDimension) {
  const dims = hasBatchDimension ? shape.slice(1) : shape;
  const isScalar = dims.length === 0;
  return {
    name,
    data_type: dataType?.name,
    dims: isScalar ? [1] : dims,
    ...isScalar && hasBatchDimension && { reshape: { shape: [] } }
  };
}

// lib/model/model-rendering.ts
function renderModel(props) {
  const propertyConfig = ModelConfig.fromJson(renderFields(MODEL_FIELDS3, { ...props, warmup: void 0 }));
  const mergedConfig = props.config ? propertyConfig.merge(props.config) : propertyConfig;
  const completeConfig = props.files ? completeTensors(mergedConfig, props.backend, props.files) : mergedConfig;
  if (!props.warmup) return completeConfig;
  const inputs = tensorsOf4(completeConfig, "input");
  const warmup = props.warmup.map((sample) => sample._render(inputs));
  return completeConfig.merge(ModelConfig.fromJson(renderFields(MODEL_FIELDS3, { warmup })));
}
function tensorsOf4(config, side) {
  return config._document[side].map((tensor2) => Tensor._fromConfig(tensor2));
}

// lib/model/read-model.ts
var path25 = __toESM(require("path"));

// lib/model/check-location.ts
var path21 = __toESM(require("path"));

// lib/model/find-model-folders.ts
var fs25 = __toESM(require("fs"));
var path20 = __toESM(require("path"));
function findModelFolders(repository2) {
  const folders = entriesOf(repository2).filter((name) => !name.startsWith(".") && !isLeftover(name));
  const entries = new Map(folders.map((name) => [name, entriesOf(path20.join(repository2, name))]));
  const isConfigured = (name) => entries.get(name)?.some((entry) => entry === "config.pbtxt" || VERSION_NAME.test(entry)) ?? false;
  const configured = folders.filter(isConfigured);
  return configured.length > 0 ? configured : folders.filter((name) => findModelFile(entries.get(name) ?? []));
}
function entriesOf(folder) {
  try {
    return fs25.readdirSync(folder).sort();
  } catch {
    return [];
  }
}

// lib/model/check-location.ts
function requireLoadedFile(location, config) {
  const { files, version: version3, fileName } = location;
  const { version_policy: policy2, default_model_filename: configuredName } = config._document;
  const [newest] = versionsToLoad(files._content?.files ?? [], policy2);
  if (version3 !== void 0 && version3 !== newest) {
    const advice = "set versionPolicy, or use TritonModel.fromDirectory";
    const loaded = newest === void 0 ? "no version" : `version ${newest}, the newest one that Triton loads`;
    throw locationError2(location, `but requests use ${loaded}; ${advice}`, "repo.default-file");
  }
  if (fileName !== void 0 && configuredName && configuredName !== fileName) {
    throw locationError2(
      location,
      `but default_model_filename (defaultModelFilename) is '${configuredName}'; set defaultModelFilename, or use TritonModel.fromDirectory`,
      "repo.default-file"
    );
  }
}
function requireModel(location, backend) {
  const { files, config } = location;
  if (!files._content && path21.extname(files._source) === ".xml") {
    const weights = `${path21.basename(files._source, ".xml")}.bin`;
    throw locationError2(
      location,
      `an OpenVINO model, which also needs ${weights}; put only these two files in a folder, and use TritonModel.fromDirectory`,
      "repo.default-file"
    );
  }
  if (backend.name !== "" || backend.platform !== void 0) return;
  if (!files._content || location.fileName !== void 0) {
    throw locationError2(
      location,
      "whose name does not contain the backend; allowed: .onnx, .pt, .plan, model.py and others, or any file with backend",
      "backend.required"
    );
  }
  const models2 = config || files._versioned ? [] : findModelFolders(files._source);
  if (models2.length > 0) {
    throw locationError2(
      location,
      `which is not the folder of one model, but contains ${joinNames(models2)}; use one of these folders, or TritonModel.fromRepository for the repository`,
      "files.missing"
    );
  }
}
function locationError2({ reader, path: modelPath }, problem, ruleId) {
  return new Error(inLanguageOfApp(`${reader}: got ${withoutTokens(modelPath)}, ${problem} ${rulePage(ruleId)}`));
}

// lib/model/file-properties.ts
var path22 = __toESM(require("path"));
function inferFileProperties(files, set) {
  if (files?._engine) return { properties: { backend: set.backend ?? Backend.TENSORRT } };
  const { config } = set;
  const fileName = set.fileName || config._document.default_model_filename;
  const names2 = fileName ? [fileName] : candidateNames(files, config);
  const isFolder3 = files?._content !== void 0;
  const isFileOpen = fileName !== "" || !isFolder3 || !set.hasConfigFile;
  const found = isFileOpen ? findModelFile(names2, set.backend) : void 0;
  const name = fileName || found?.name || (isFolder3 ? void 0 : names2[0]);
  const backend = set.backend ?? configuredBackend(config, names2) ?? found?.backend ?? Backend.of("");
  const parameters = name === void 0 ? void 0 : treeParameters(name, backend, config, !isFolder3);
  const completeConfig = parameters ? config.merge(parametersConfig(parameters)) : config;
  const isOtherFile = isFolder3 && name !== void 0 && name !== defaultFileNameOf(completeConfig, backend);
  return {
    properties: { backend, ...isOtherFile && { defaultModelFilename: name }, ...parameters && { parameters } },
    fileName: name
  };
}
function candidateNames(files, config) {
  if (!files || files._location || files._problem) return [];
  if (!files._content) return [path22.basename(files._source)];
  const paths = files._content.files.map((file) => file.path.split("/"));
  if (!files._versioned) return unique(paths.map(([name]) => name));
  const [newest] = versionsToLoad(files._content.files, config._document.version_policy);
  return unique(paths.filter(([folder]) => folder === newest).map(([, name]) => name));
}
function configuredBackend(config, names2) {
  const backend = backendOf(config, names2);
  return backend.name === "" && backend.platform === void 0 ? void 0 : backend;
}
function treeParameters(fileName, backend, config, isSingleFile) {
  if (backend.name !== Backend.FIL.name || config._document.parameters.has("model_type")) return void 0;
  const modelType = treeModelType(fileName, isSingleFile);
  return modelType === void 0 ? void 0 : { model_type: modelType };
}
function parametersConfig(parameters) {
  const entries = Object.entries(parameters).map(([name, value]) => [name, { string_value: value }]);
  return ModelConfig.fromJson({ parameters: Object.fromEntries(entries) });
}
function unique(names2) {
  return [...new Set(names2)];
}

// lib/model/find-examples.ts
var fs26 = __toESM(require("fs"));
var path23 = __toESM(require("path"));
var SUFFIX = ".example.json";
function findExamples(model) {
  const [folder, name] = [path23.dirname(model), path23.basename(model)];
  const entries = entriesOf2(folder);
  const longerNames = namesOfModels(entries).filter((other) => other.startsWith(`${name}.`));
  return entries.map((entry) => entry.name).filter((file) => file.startsWith(`${name}.`) && file.endsWith(SUFFIX)).filter((file) => !longerNames.some((other) => file.startsWith(`${other}.`))).sort().map((file) => path23.join(folder, file));
}
function namesOfModels(entries) {
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const files = modelFilesIn(entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name));
  return [...folders, ...files.map(({ name }) => path23.basename(name, path23.extname(name)))];
}
function entriesOf2(folder) {
  try {
    return fs26.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

// lib/model/model-example.ts
var path24 = __toESM(require("path"));
var MAX_FILE_BYTES = 128 * 1024 * 1024;
var ModelExample = class _ModelExample {
  constructor(props, _fileName) {
    this._fileName = _fileName;
    requireDefined("ModelExample", { request: props.request });
    this.request = props.request;
    this.response = props.response;
    this.absoluteTolerance = props.absoluteTolerance ?? 1e-3;
    this.relativeTolerance = props.relativeTolerance ?? 0;
  }
  _fileName;
  /**
   * Reads an example from a JSON file of the form `{ "request": …, "response": … }`.
   *
   * @param file path of the file
   * @param options tolerances
   * @throws an error if the file cannot be read, is not JSON, or has no `request`
   */
  static fromFile(file, options = {}) {
    try {
      const content = readRegularJson(file, { maximumBytes: MAX_FILE_BYTES });
      const { request, response } = content ?? {};
      if (typeof request !== "object" || request === null) throw new Error("request is missing or no object");
      return new _ModelExample({ ...options, request, response }, path24.basename(file));
    } catch (error2) {
      const reason = error2 instanceof FileError ? error2.reason : error2.message;
      throw new Error(
        `${inLanguageOfApp("ModelExample.fromFile")}: ${abridged(escapeControlCharacters(file), 1e3)}: ${reason}; allowed: a JSON file with "request" and, optionally, "response" ${rulePage("example.file")}`
      );
    }
  }
  /** Creates an example from values. */
  static of(options) {
    return new _ModelExample(options);
  }
  /** Body of the request. */
  // oxlint-disable-next-line typescript/no-explicit-any -- jsii's type for JSON
  request;
  /** Body of the expected response. */
  // oxlint-disable-next-line typescript/no-explicit-any -- jsii's type for JSON
  response;
  /** Absolute tolerance for each number. */
  absoluteTolerance;
  /** Relative tolerance for each number, as a fraction of the expected number. */
  relativeTolerance;
};

// lib/model/read-model.ts
function readModel2(location, overrides2) {
  const base = { name: location.config?._document.name || location.name, config: location.config };
  const files = overrides2.files ?? location.files;
  const setConfig = configOf(propsWithOverrides(base, overrides2));
  const { properties, fileName } = readFiles(location, overrides2, setConfig);
  const examples2 = overrides2.examples ? [] : readExamples(location);
  const isEnsemble = properties.backend.platform === Backend.ENSEMBLE.platform;
  const config = setConfig.merge(configOf(properties));
  const batchSize = isEnsemble ? void 0 : readBatchSize(location, overrides2, config, properties.backend, files);
  const { parameters } = overrides2;
  return {
    properties: propsWithOverrides(
      {
        ...base,
        ...properties,
        files: isEnsemble ? void 0 : files,
        maxBatchSize: batchSize?.isInferred ? batchSize.value : void 0,
        examples: examples2
      },
      { ...overrides2, parameters: parameters && { ...properties.parameters, ...parameters } }
    ),
    reading: {
      location,
      files,
      backend: overrides2.backend || location.config ? void 0 : properties.backend,
      parameters: properties.parameters,
      fileName: location.config ? void 0 : fileName,
      batchSize,
      hasReadInputs: !location.config && setConfig._document.input.length === 0,
      hasReadOutputs: !location.config && setConfig._document.output.length === 0,
      examples: examples2
    }
  };
}
function readFiles(location, overrides2, config) {
  const set = { backend: overrides2.backend, config, hasConfigFile: location.config !== void 0 };
  if (overrides2.files && !overrides2.files._location) return inferFileProperties(overrides2.files, set);
  const engineNames = [...config._document.cc_model_filenames.values()];
  const fileName = engineNames.includes(location.fileName ?? "") ? void 0 : location.fileName;
  if (!overrides2.files) requireLoadedFile({ ...location, fileName }, config);
  const found = inferFileProperties(location.files, { ...set, fileName });
  if (!overrides2.files) requireModel(location, found.properties.backend);
  return found;
}
function configOf({ config = ModelConfig.fromText(""), ...properties }) {
  try {
    return ModelConfig.fromJson(renderFields(MODEL_FIELDS3, { ...properties, warmup: void 0 })).merge(config);
  } catch {
    return config;
  }
}
function readBatchSize(location, overrides2, config, backend, files) {
  const { max_batch_size: configuredSize, input, output } = config._document;
  if (overrides2.maxBatchSize !== void 0 || configuredSize !== 0 || files._location || files._problem)
    return void 0;
  const { maxBatchSize, reason, isAbsent } = inferBatchSize(config, backend, files);
  if (location.config) {
    const isOpen = maxBatchSize !== void 0 && maxBatchSize > 0;
    const openReason = "config.pbtxt does not set max_batch_size, although the first dimension of every tensor is open";
    return isOpen ? { value: 0, isInferred: false, reason: openReason } : void 0;
  }
  if (input.length > 0 || output.length > 0) {
    const reasonWithTensors = "inputs or outputs are set, and can contain the batch dimension";
    return { value: 0, isInferred: false, reason: reasonWithTensors, isAbsent };
  }
  return { value: maxBatchSize ?? 0, isInferred: maxBatchSize !== void 0, reason, isAbsent };
}
function readExamples({ files, name }) {
  return findExamples(path25.join(path25.dirname(files._source), name)).map((file) => ModelExample.fromFile(file));
}

// cli/check/inferred-note.ts
function inferredNote(folder) {
  const { properties, reading } = readModel2(locateFolder(folder), { examples: [] });
  if (reading.fileName === void 0 || properties.backend.name === "") return void 0;
  const config = renderModel(properties);
  const { name } = properties;
  const model = { name, inputs: tensorsOf4(config, "input"), outputs: tensorsOf4(config, "output") };
  return `the folder has no config.pbtxt; with TritonModel.fromDirectory, ${describeReading(model, reading)}`;
}

// cli/check/read-config.ts
var path26 = __toESM(require("path"));

// lib/model-config/text/locate.ts
var MAX_BRACKETS = 100;
function createLocator(text2) {
  const scan = new TextScan(text2);
  const fields2 = scan.fields();
  return (field2) => {
    const offset = offsetOf(field2, fields2);
    return offset === void 0 ? void 0 : scan.positionOf(offset);
  };
}
function offsetOf(path30, fields2) {
  const [name = ""] = /^\w+/.exec(path30) ?? [];
  const field2 = fields2.get(name);
  if (!field2) return void 0;
  const selector = path30.slice(name.length);
  const { value, rest } = selectValue(selector, field2);
  const nestedOffset = rest.startsWith(".") && value?.fields ? offsetOf(rest.slice(1), value.fields) : void 0;
  return nestedOffset ?? (selector.startsWith("[") && value ? value.offset : field2.offset);
}
function selectValue(path30, { values, byKey }) {
  if (!path30.startsWith("[")) return { value: values[0], rest: path30 };
  let end = path30.indexOf("]");
  for (let tries = 0; end >= 0 && tries < MAX_BRACKETS; tries++) {
    const entry = byKey.get(path30.slice(1, end));
    if (entry) {
      const content = entry.fields?.get("value")?.values[0].fields;
      return { value: { offset: entry.offset, fields: content }, rest: path30.slice(end + 1) };
    }
    end = path30.indexOf("]", end + 1);
  }
  const [matchedSelector, index] = /^\[(\d+)\]/.exec(path30) ?? [""];
  return { value: values[Number(index)], rest: path30.slice(matchedSelector.length) };
}

// cli/check/read-config.ts
var PLACEHOLDER = /\$\{?\w+|\{\{/;
var STRINGS_AND_COMMENTS = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|#[^\n]*/g;
function readConfig(file) {
  const emptyResult = { file, findings: [], notes: [], locate: (finding) => ({ ...finding, file }) };
  const bytes = readConfigFile(file);
  const text2 = bytes.toString();
  try {
    const config = ModelConfig._fromBytes(bytes, file);
    let positionOf;
    return {
      ...emptyResult,
      config,
      locate: (finding) => ({ ...finding, file, ...(positionOf ??= createLocator(text2))(finding.field) })
    };
  } catch (problem) {
    if (PLACEHOLDER.test(text2.replace(STRINGS_AND_COMMENTS, ""))) {
      return {
        ...emptyResult,
        notes: [
          {
            file,
            message: "this is a template, so it was not checked; check the file that is generated from it"
          }
        ]
      };
    }
    if (!(problem instanceof ConfigTextError)) throw problem;
    const binaryFile = "this is a binary file; allowed: the text of a config.pbtxt, or the folder of a model";
    const isBinary = bytes.includes(0) || findModelFile([path26.basename(file)]) !== void 0;
    const errors = isBinary ? [{ ...problem, reason: binaryFile }] : textErrors(text2, file);
    const findings = errors.map(({ ruleId, reason, position }) => ({
      ...error(ruleId, "", reason),
      file,
      ...position
    }));
    return { ...emptyResult, findings };
  }
}

// cli/check/check.ts
function check(paths, target) {
  const collector = new ResultCollector();
  withLimits(LIMITS_OF_CHECK, () => {
    for (const step of checkSteps(paths, target)) collector.add(step);
  });
  return collector.result;
}
function* checkSteps(paths, target) {
  for (const inputPath of paths) yield* catchErrors(inputPath, () => checkPath(inputPath, target));
}
function* catchErrors(file, steps) {
  try {
    yield* steps();
  } catch (problem) {
    yield problem instanceof LimitExceededError ? { notes: [overLimitNote(file, problem)] } : { failures: [{ file, message: describeError(problem) }] };
  }
}
function* checkPath(inputPath, target) {
  yield { currentPath: inputPath };
  const stat = fs27.statSync(inputPath, { throwIfNoEntry: false });
  if (!stat) throw new Error(`${inputPath} does not exist`);
  if (!stat.isDirectory()) yield checkConfigFile(inputPath, target);
  else if (isAssembly(inputPath)) yield checkAssembly(inputPath);
  else yield* checkRepositories(inputPath, target);
}
function* checkRepositories(folder, target) {
  const { repositories: found, notes, failures } = findRepositories(folder);
  const singleModel = { origin: "alone", models: [folder], otherFolders: [] };
  const isModel2 = hasVersionFolders(folder) || findModelFile(fs27.readdirSync(folder)) !== void 0;
  const repositories = found.length === 0 && isModel2 ? [singleModel] : found;
  yield { notes, failures };
  const isSearchComplete = notes.every(({ overLimit }) => !overLimit);
  if (repositories.length === 0 && isSearchComplete)
    throw new Error(`${folder} has no ${CONFIG_FILE}, nor has any folder below it`);
  for (const repository2 of repositories) yield* checkRepository(repository2, target);
}
function checkConfigFile(file, target) {
  const { config, findings, notes, locate } = readConfig(file);
  const ruleFindings = config ? validateConfig(config._document, target) : [];
  return { findings: [...findings, ...ruleFindings.map(locate)], notes, models: 1 };
}
function* checkRepository({ origin, models: folders, otherFolders }, target) {
  const models2 = [];
  for (const folder of folders) {
    yield { currentPath: folder };
    yield* catchErrors(folder, () => {
      models2.push(readModel3(folder));
      return [];
    });
  }
  const findingsOf2 = createFindingsLookup(models2, origin, target);
  const isRepository = models2.some(isVersioned);
  for (const model of models2) {
    yield { currentPath: model.file };
    yield* catchErrors(model.file, function* () {
      yield { ...checkModel(model, findingsOf2(model), target, isRepository), models: 1 };
    });
  }
  yield {
    notes: otherFolders.map((file) => ({
      file,
      message: `the folder has neither a ${CONFIG_FILE} nor a version folder; a server that loads all of this repository would end with an error`
    }))
  };
}
function checkModel(model, configFindings, target, isRepository) {
  const { configResult, file, exceededLimit } = model;
  if (configResult && !configResult.config) return configResult;
  const folder = exceededLimit ? { findings: [], supersededRuleIds: [], notes: [] } : checkFolder(model, target, isRepository);
  const note = configResult || exceededLimit ? void 0 : inferredNote(model.folder);
  const findings = [
    ...configFindings.filter(({ ruleId }) => !folder.supersededRuleIds.includes(ruleId)),
    ...note === void 0 ? folder.findings : folder.findings.map(downgradeInferred)
  ];
  return {
    findings: [
      ...configResult?.findings ?? [],
      ...findings.map((finding) => configResult?.locate(finding) ?? { ...finding, file })
    ],
    notes: [
      ...configResult?.notes ?? [],
      ...exceededLimit ? [overLimitNote(file, exceededLimit)] : [],
      ...[...folder.notes, ...note === void 0 ? [] : [note]].map((message) => ({ file, message }))
    ]
  };
}
function readModel3(folder) {
  const file = path27.join(folder, CONFIG_FILE);
  const configResult = fs27.existsSync(file) ? readConfig(file) : void 0;
  const config = configResult?.config ?? ModelConfig.fromText("");
  return { folder, file: configResult ? file : folder, configResult, config, ...readContent(folder) };
}
function readContent(folder) {
  try {
    return { content: contentOf(folder) };
  } catch (problem) {
    if (!(problem instanceof LimitExceededError)) throw problem;
    return { content: { files: [], folders: [], emptyFolders: [], problems: [] }, exceededLimit: problem };
  }
}
function createFindingsLookup(models2, origin, target) {
  const documents = new Map(models2.map((model) => [model, documentOf2(model)]));
  const versions = new Map([...documents].map(([model, { name }]) => [name, versionsIn(model)]));
  const allFindings = origin === "alone" ? [] : validateConfigs([...documents.values()], target, versions);
  const byModel = /* @__PURE__ */ new Map();
  for (const finding of allFindings) {
    const findings = byModel.get(finding.model ?? "") ?? [];
    byModel.set(finding.model ?? "", findings);
    findings.push(finding);
  }
  return (model) => {
    const document = documents.get(model);
    if (!document || !model.configResult) return [];
    if (origin === "alone") return validateConfig(document, target);
    const findings = byModel.get(document.name) ?? [];
    return origin === "given" ? findings : findings.map(downgradeMissingModel);
  };
}
function downgradeInferred(finding) {
  return ["backend.required", "repo.default-file"].includes(finding.ruleId) ? { ...finding, severity: "warning" /* WARNING */, message: `${finding.message}; TritonModel.fromDirectory sets it` } : finding;
}
function downgradeMissingModel(finding) {
  return finding.ruleId === "ens.step-exists" ? { ...finding, severity: "warning" /* WARNING */ } : finding;
}

// cli/check/check-in-worker.ts
var import_child_process2 = require("child_process");
var import_readline = require("readline");

// cli/check/worker.ts
var fs28 = __toESM(require("fs"));
var import_worker_threads = require("worker_threads");
var WORKER_ARGUMENT = "--as-worker";
var DONE_LINE = "done";
var MONITOR = `
const { workerData } = require('worker_threads');
const start = Date.now();
setInterval(() => {
  const { user, system } = process.cpuUsage();
  const used = { cpu: (user + system) / 1e6, memory: process.memoryUsage.rss(), duration: (Date.now() - start) / 1000 };
  const name = Object.keys(used).find((each) => used[each] > workerData[each]);
  if (name === undefined) return;
  require('fs').writeSync(2, '\\nlimit ' + name + ' ' + used[name] + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, 20);
`;
function runWorker() {
  const { cpu, memory, duration } = LIMITS;
  const limits = { cpu: cpu.maximum, memory: memory.maximum, duration: duration.maximum };
  new import_worker_threads.Worker(MONITOR, { eval: true, workerData: limits }).unref();
  const { paths, target } = JSON.parse(fs28.readFileSync(0, "utf8"));
  try {
    withLimits(LIMITS_OF_CHECK, () => {
      for (const step of checkSteps(paths, target)) write(JSON.stringify(step, abridgeText));
    });
    write(DONE_LINE);
  } catch (problem) {
    fs28.writeSync(2, describeError(problem));
  }
  process.exit();
}
function abridgeText(key, value) {
  return typeof value === "string" && key !== "file" && key !== "currentPath" ? abridged(value, limitOf("textLength")) : value;
}
function write(line) {
  const bytes = Buffer.from(`${line}
`);
  for (let writtenBytes = 0; writtenBytes < bytes.length; ) {
    try {
      writtenBytes += fs28.writeSync(1, bytes, writtenBytes);
    } catch (problem) {
      if (problem.code !== "EAGAIN") throw problem;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

// cli/check/check-in-worker.ts
var HEAP_MIB = 700;
async function checkInWorker(program2, paths, target) {
  const collector = new ResultCollector();
  const job = { paths, target };
  const worker = (0, import_child_process2.spawn)(process.execPath, [`--max-old-space-size=${HEAP_MIB}`, program2, WORKER_ARGUMENT], {
    stdio: ["pipe", "pipe", "pipe"]
  });
  worker.stdin.on("error", () => void 0);
  worker.stdin.end(JSON.stringify(job));
  let stderr = "";
  worker.stderr.on("data", (chunk) => stderr = `${stderr}${chunk.toString()}`.slice(-1e4));
  let isDone = false;
  const exit = new Promise((resolve8, reject) => worker.on("error", reject).on("close", resolve8));
  for await (const line of (0, import_readline.createInterface)({ input: worker.stdout })) {
    if (line === DONE_LINE) isDone = true;
    else if (isCompleteLine(line)) collector.add(JSON.parse(line));
  }
  await exit;
  if (!isDone) collector.add(explainExit(stderr, collector.currentFile));
  return collector.result;
}
function isCompleteLine(line) {
  return line.endsWith("}");
}
function explainExit(stderr, file) {
  const [, name, usedText] = /^limit (\w+) (\S+)$/m.exec(stderr) ?? [];
  const limit = name in LIMITS ? name : /heap|memory/i.test(stderr) ? "memory" : void 0;
  if (limit === void 0) {
    const message = `the process that checks it ended: ${stderr.trim().split("\n").at(-1)}`;
    return { failures: [{ file, message }] };
  }
  const usedAmount = usedText === void 0 ? void 0 : Math.round(Number(usedText));
  const limitError = new LimitExceededError("the check up to this file, the last that was checked,", limit, usedAmount);
  return { notes: [overLimitNote(file, limitError)] };
}

// lib/findings/format-findings.ts
var MAX_PER_KIND = 20;
function limitPerKind(findings, groupOf = () => "") {
  const counts = /* @__PURE__ */ new Map();
  const kindOf = (finding) => [groupOf(finding), finding.ruleId, finding.severity, fieldWithoutIndices(finding)].join("\n");
  const numberedFindings = findings.map((finding) => {
    const kind = kindOf(finding);
    const number2 = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number2);
    return { finding, kind, number: number2 };
  });
  return numberedFindings.filter(({ number: number2 }) => number2 <= MAX_PER_KIND).map(({ finding, kind, number: number2 }) => ({
    finding,
    omitted: number2 < MAX_PER_KIND ? 0 : (counts.get(kind) ?? 0) - MAX_PER_KIND
  }));
}
function omittedMessages({ finding, omitted }) {
  return omitted === 0 ? [] : [`${fieldWithoutIndices(finding)}: \u2026 and ${omitted} more`];
}
function fieldWithoutIndices({ field: field2 }) {
  const [start, end] = [field2.indexOf("["), field2.lastIndexOf("]")];
  return start < 0 || end < start ? field2 : `${field2.slice(0, start)}[\u2026]${field2.slice(end + 1)}`;
}

// cli/check/formats/summary.ts
var path28 = __toESM(require("path"));

// cli/output/words.ts
function formatCount(count2, noun) {
  const plural = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}${noun.endsWith("ch") ? "es" : "s"}`;
  return `${count2} ${count2 === 1 ? noun : plural}`;
}

// cli/check/formats/summary.ts
function errorsOf({ findings }) {
  return findings.filter(({ severity }) => severity === "error" /* ERROR */);
}
function summaryOf(result) {
  const { models: models2, assemblies = 0 } = result;
  const overLimitCount = result.notes.filter((note) => note.overLimit).length;
  const limitLines = overLimitCount > 0 ? [`${formatCount(overLimitCount, "part")} not checked because of limits (see the notes)`] : [];
  if (models2 + assemblies === 0) return limitLines;
  const errors = errorsOf(result).length;
  const counts = [formatCount(errors, "error"), formatCount(result.findings.length - errors, "warning")];
  const checkedParts = [
    ...models2 > 0 ? [formatCount(models2, "model")] : [],
    ...assemblies > 0 ? [formatCount(assemblies, "cloud assembly")] : []
  ];
  return [`${counts.join(" and ")} in ${checkedParts.join(" and ")}`, ...limitLines];
}
function describe3({ field: field2, message }) {
  return field2 === "" ? message : `${field2}: ${message}`;
}
function withForwardSlashes(file) {
  return file.split(path28.sep).join("/");
}

// cli/check/formats/github.ts
function renderGitHub(result) {
  const findings = limitPerKind(result.findings, ({ file }) => file).flatMap((each) => {
    const { finding } = each;
    const { line, column, severity, ruleId } = finding;
    const file = withForwardSlashes(finding.file);
    const properties = { file, line, col: column, title: ruleId };
    return [
      command(severity, properties, `${describe3(finding)} ${rulePage(ruleId)}`),
      ...omittedMessages(each).map(
        (omitted) => command(severity, { file, title: ruleId }, `${omitted} ${rulePage(ruleId)}`)
      )
    ];
  });
  const notes = result.notes.map(({ file, message }) => command("notice", { file: withForwardSlashes(file) }, message));
  const failures = result.failures.map(
    ({ file, message }) => command("error", { file: withForwardSlashes(file) }, message)
  );
  return [...findings, ...notes, ...failures, ...summaryOf(result)].join("\n");
}
function command(name, properties, message) {
  const parameters = Object.entries(properties).filter(([, value]) => value !== void 0).map(([key, value]) => `${key}=${escape(String(value)).replace(/:/g, "%3A").replace(/,/g, "%2C")}`);
  return `::${name} ${parameters.join(",")}::${escape(message)}`;
}
function escape(text2) {
  return text2.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

// cli/check/formats/json.ts
function renderJson({ findings, notes, failures, models: models2, assemblies }) {
  const items = findings.map(({ file, line, column, severity, ruleId, field: field2, message }) => ({
    file,
    line,
    column,
    severity,
    ruleId,
    field: field2,
    message,
    page: rulePageUrl(ruleId)
  }));
  return JSON.stringify({ models: models2, assemblies, findings: items, notes, failures }, void 0, 2);
}

// cli/check/formats/sarif.ts
var path29 = __toESM(require("path"));
var import_url = require("url");
function renderSarif({ findings, notes, failures }, version3) {
  const rules2 = [...new Set(findings.map(({ ruleId }) => ruleId))].sort();
  const log = {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "triton-check",
            version: version3,
            informationUri: "https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/command/#check",
            rules: rules2.map(describeRule)
          }
        },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: failures.length === 0,
            toolExecutionNotifications: [
              ...failures.map((each) => notification("error", each)),
              ...notes.map((each) => notification("note", each))
            ]
          }
        ],
        results: limitPerKind(findings, ({ file }) => file).flatMap((each) => {
          const { finding } = each;
          const { ruleId, severity, file } = finding;
          const common = { ruleId, ruleIndex: rules2.indexOf(ruleId), level: severity };
          const location = { artifactLocation: artifact(file) };
          const toResult = (text2, region) => ({
            ...common,
            message: { text: text2 },
            locations: [{ physicalLocation: { ...location, ...region } }]
          });
          return [
            toResult(describe3(finding), regionOf(finding)),
            ...omittedMessages(each).map((omitted) => toResult(omitted, {}))
          ];
        })
      }
    ]
  };
  return JSON.stringify(log, void 0, 2);
}
function notification(level, { file, message }) {
  const locations = [{ physicalLocation: { artifactLocation: artifact(file) } }];
  return { level, message: { text: message }, locations };
}
function describeRule(id) {
  const description = { text: `Rule ${id} of Triton or its backends. See ${rulePageUrl(id)}.` };
  return {
    id,
    shortDescription: { text: id },
    fullDescription: description,
    help: description,
    helpUri: rulePageUrl(id)
  };
}
function artifact(file) {
  if (path29.isAbsolute(file)) return { uri: (0, import_url.pathToFileURL)(file).href };
  const uri = withForwardSlashes(path29.normalize(file)).split("/").map(encodeURIComponent).join("/");
  return { uri };
}
function regionOf({ line, column }) {
  return line === void 0 ? {} : { region: { startLine: line, startColumn: column } };
}

// cli/check/formats/text.ts
function renderText(result) {
  const findings = limitPerKind(result.findings, ({ file }) => file).flatMap((each) => {
    const { finding } = each;
    const { file, line, column, severity, ruleId } = finding;
    const position = line === void 0 ? file : `${file}:${line}:${column}`;
    return [
      `${position}: ${severity}: ${describe3(finding)} ${rulePage(ruleId)}`,
      ...omittedMessages(each).map((omitted) => `${file}: ${severity}: ${omitted} ${rulePage(ruleId)}`)
    ];
  });
  const notes = result.notes.map(({ file, message }) => `${file}: note: ${message}`);
  const failures = result.failures.map(({ message }) => `error: ${message}`);
  return [...findings, ...notes, ...failures, ...summaryOf(result)].join("\n");
}

// cli/check/run-check.ts
var RENDERERS = {
  text: renderText,
  json: renderJson,
  sarif: (result) => renderSarif(result, import_package.version),
  github: renderGitHub
};
var DATA_FORMATS = ["json", "sarif", "github"];
async function runCheck(paths, { format, sarifFile, release, instanceType, gpuCount }, program2) {
  const target = { tritonRelease: release, instanceType, gpuCount, backendRules: true };
  const result = program2 === void 0 ? check(paths, target) : await checkInWorker(program2, paths, target);
  const isDone = result.failures.length === 0;
  if (sarifFile !== void 0 && isDone) writeText(sarifFile, RENDERERS.sarif(result));
  (DATA_FORMATS.includes(format) ? printData : print)(RENDERERS[format](result));
  process.exitCode = !isDone ? 2 : errorsOf(result).length > 0 ? 1 : 0;
}

// cli/check/index.ts
function checkCommand(name, program2) {
  return declareCheck(name).action((paths, options) => runCheck(paths, options, program2));
}

// package.json
var repository = {
  type: "git",
  url: "https://github.com/cdk-sagemaker-triton/cdk-sagemaker-triton.git"
};

// cli/run-program.ts
var STATUS = { done: 0, negative: 1, unusable: 2 };
var NegativeResultError = class extends Error {
};
async function runProgram(program2, args) {
  configure(program2);
  if (args === void 0) exitOnUncaughtErrors();
  try {
    await (args ? program2.parseAsync(args, { from: "user" }) : program2.parseAsync());
  } catch (error2) {
    if (error2 instanceof CommanderError) {
      process.exitCode = error2.exitCode === 0 ? STATUS.done : STATUS.unusable;
      return;
    }
    printNote(`error: ${isDefect(error2) ? describeDefect(error2) : describeError(error2)}`);
    process.exitCode = error2 instanceof NegativeResultError ? STATUS.negative : STATUS.unusable;
  }
}
function isDefect(error2) {
  return [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error2 instanceof kind);
}
function describeDefect({ name, message }) {
  const page = `${repository.url.replace(/\.git$/, "")}/issues`;
  const [sentence] = message.split("\n");
  return `this command has a defect (${name}: ${sentence}): please report the command line and its input at ${page}`;
}
function exitOnUncaughtErrors() {
  process.on("uncaughtException", (error2) => {
    if (error2.code === "EPIPE") process.exit();
    printNote(`error: ${isDefect(error2) ? describeDefect(error2) : describeError(error2)}`);
    process.exit(STATUS.unusable);
  });
}
function configure(command2) {
  command2.exitOverride();
  command2.configureOutput({
    writeOut: (text2) => print(text2.replace(/\n$/, "")),
    writeErr: (text2) => printNote(text2.replace(/\n$/, ""))
  });
  command2.commands.forEach(configure);
}

// cli/check/main.ts
if (process.argv[2] === WORKER_ARGUMENT) runWorker();
else void runProgram(checkCommand("triton-check", __filename).version(import_package3.version));
