/** What kinds of agents can be imported. */
export const agentFormats = [
  'auto',
  'claude',
  'skill',
  'copilot',
  'cursor',
  'codex',
  'gemini',
  'opencode',
  'kiro',
  'roo',
  'prompt',
  'datacore',
  'a2a',
] as const

/** Whose files agents are written as. */
export const exportHosts = ['claude', 'skill', 'copilot', 'cursor', 'codex', 'gemini', 'opencode'] as const
