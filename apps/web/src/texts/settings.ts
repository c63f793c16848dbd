export const settingsTexts = {
  title: 'Settings',
  text: 'settings.local.yaml wins over settings.yaml, which wins over what is usual. Both lie in .datacore.',
  all: 'Show also what nobody changed',
  none: 'Nobody changed any.',
  columns: ['Setting', 'Value', 'Comes from'],
  from: {
    default: 'usual',
    space: 'settings.yaml, with the space',
    local: 'settings.local.yaml, this machine alone',
  },
  withheld: 'not allowed, so not in force',
  environment: 'Set in the environment of this server',
} as const
