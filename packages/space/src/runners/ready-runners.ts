import type { readyNames } from '../words/ready-names.ts'

/** A program, or a kind of server, that runs agents with the settings that stand here. */
export type ReadyRunner = {
  /** Words before and behind `--model NAME`; absent of a server. */
  readonly command?: readonly [before: readonly [string, ...string[]], behind: readonly string[]]
  /** Options of the module beside. */
  readonly options?: Readonly<Record<string, string>>
  /** Variables that it is given where they are set: keys, addresses, folders of its own. */
  readonly env: readonly string[]
  /** How it comes on this machine. */
  readonly install: string
}

export type ReadyName = (typeof readyNames)[number]

/** What `runner add` knows to write. Each program answers as JSON, of which `runner-command` reads answer, tokens and cost. */
export const readyRunners: Readonly<Record<ReadyName, ReadyRunner>> = {
  'claude-code': {
    command: [['claude', '-p', '--output-format', 'json'], []],
    options: { tools_option: '--allowedTools' },
    env: names('ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN ANTHROPIC_BASE_URL CLAUDE_CODE_OAUTH_TOKEN CLAUDE_CONFIG_DIR'),
    install: 'npm install -g @anthropic-ai/claude-code, then sign in by: claude',
  },
  codex: {
    command: [['codex', 'exec', '--json', '--skip-git-repo-check'], ['-']],
    env: names('CODEX_API_KEY OPENAI_API_KEY OPENAI_BASE_URL CODEX_HOME'),
    install: 'npm install -g @openai/codex, then: codex login',
  },
  opencode: {
    command: [['opencode', 'run', '--format', 'json'], []],
    env: names('ANTHROPIC_API_KEY OPENAI_API_KEY OPENROUTER_API_KEY GEMINI_API_KEY OPENCODE_CONFIG'),
    install: 'npm install -g opencode-ai, then: opencode auth login',
  },
  gemini: {
    command: [['gemini', '--skip-trust', '--output-format', 'json'], []],
    // The space is trusted by its user before anything runs, and Gemini answers nothing in a folder that it does not trust.
    env: names('GEMINI_API_KEY GOOGLE_API_KEY GOOGLE_GEMINI_BASE_URL GOOGLE_CLOUD_PROJECT GOOGLE_GENAI_USE_VERTEXAI'),
    install: 'npm install -g @google/gemini-cli, then sign in by: gemini',
  },
  'openai-compatible': { env: [], install: 'start the server, such as: ollama serve' },
}

function names(text: string): readonly string[] {
  return [...text.split(' '), 'HTTPS_PROXY', 'NO_PROXY']
}
