#!/usr/bin/env node
"use strict";

// cli/check/action.ts
var inputValue = (input) => process.env[`INPUT_${input.toUpperCase()}`]?.trim() ?? "";
var options = ["release", "instance-type", "gpu-count", "sarif-file"].filter((input) => inputValue(input) !== "");
var paths = inputValue("path").split(/\r?\n/);
process.argv.push(
  "--format=github",
  ...options.map((input) => `--${input}=${inputValue(input)}`),
  "--",
  ...paths.map((line) => line.trim()).filter((line) => line !== "")
);
require("./triton-check.js");
