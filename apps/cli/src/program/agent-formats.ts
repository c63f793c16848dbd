/** What kinds of agents can be imported. */
export const agentFormats = ['auto', 'claude', 'skill', 'copilot', 'cursor', 'codex', 'datacore', 'a2a'] as const
