/** Whose files agents are written as. */
export const assistants = ['claude', 'skill', 'copilot', 'cursor', 'codex', 'gemini', 'opencode'] as const

const others = ['kiro', 'amazonq', 'goose', 'continue', 'roo', 'prompt', 'datacore', 'a2a'] as const

/** What kinds of agents can be imported. */
export const agentFormats = ['auto', ...assistants, ...others] as const

/** What else is imported if it is asked for. */
export const guideKinds = ['commands', 'rules', 'instructions'] as const

export type GuideKind = (typeof guideKinds)[number]
