#!/usr/bin/env bash
# What both of the README's commands call first.
exec bash "$(dirname "$0")/triton/setup.sh" --dev
