/** What `runner add` knows; doors name them before anything else of the engine is loaded. */
export const readyNames = ['claude-code', 'codex', 'opencode', 'gemini', 'openai-compatible'] as const
