/**
 * The shell that npx runs the program of a package with, on POSIX. npx puts the `node_modules/.bin` of the current
 * folder and of all its parents on PATH: a program `node` that a workspace has there would run the agent. This takes
 * them off again and goes on as the usual shell. It needs no program from PATH, and names its variables so that it
 * changes none of the agent's. Scripts that run while a package is installed keep theirs: they need them, and their
 * current folder is that of the package.
 */
export const SCRIPT_SHELL = {
  name: 'script-shell.sh',
  text: [
    '#!/bin/sh',
    'case $npm_lifecycle_event in',
    'npx)',
    '  acp_logical=$(pwd -L)',
    '  acp_physical=$(pwd -P)',
    '  acp_path=:$PATH:',
    '  # The last is the folder as npx itself writes it.',
    '  for acp_folder in "$acp_logical" "$acp_physical" "${npm_package_json%/package.json}"; do',
    '    while :; do',
    '      acp_bin=:$acp_folder/node_modules/.bin:',
    '      # Text, not entries: a colon in the name of a folder makes two entries of it.',
    '      while :; do',
    '        case $acp_path in',
    '        *"$acp_bin"*) acp_path=${acp_path%%"$acp_bin"*}:${acp_path#*"$acp_bin"} ;;',
    '        *) break ;;',
    '        esac',
    '      done',
    '      case $acp_folder in',
    '      /*) acp_folder=${acp_folder%/*} ;;',
    '      *) break ;;',
    '      esac',
    '    done',
    '  done',
    '  acp_path=${acp_path#:}',
    '  acp_path=${acp_path%:}',
    '  # An empty PATH would mean the current folder.',
    '  PATH=${acp_path:-/usr/bin:/bin}',
    '  export PATH',
    '  unset acp_logical acp_physical acp_path acp_folder acp_bin',
    '  ;;',
    'esac',
    '# What the agent runs by npm has the usual shell.',
    'unset npm_config_script_shell NPM_CONFIG_SCRIPT_SHELL',
    'exec /bin/sh "$@"',
    '',
  ].join('\n'),
} as const;

/** However it is written: npm takes the last of all spellings. */
export const SCRIPT_SHELL_VARIABLE = /^npm_config_script[-_]shell$/i;
