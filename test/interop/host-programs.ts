type Check = {
  readonly args: readonly string[]
  /** What a good answer has in it. */
  readonly shows: readonly string[]
  /** What a good answer does not have in it. */
  readonly hides?: RegExp
}

/** A program that runs agents from files, or why it can't be asked here. */
export type Host =
  | { readonly name: string; readonly missing: string }
  | {
      readonly name: string
      readonly packages: string
      readonly version: string
      readonly bin: string
      /** What is written for it. */
      readonly exports: readonly (readonly string[])[]
      readonly env?: Readonly<Record<string, string>>
      /** Of its home folder: that the project is trusted. */
      readonly files?: (project: string) => Readonly<Record<string, string>>
      readonly checks: (project: string) => readonly Check[]
    }

const all = ['cook', 'guard', 'mason', 'sew-well']

export const hosts: readonly Host[] = [
  {
    name: 'claude',
    packages: '@anthropic-ai/claude-code',
    version: '2.1.332',
    bin: 'claude',
    exports: [
      ['agents', '--as', 'claude-plugin', '--name', 'desk'],
      ['agents', '--as', 'claude'],
      ['agents', '--as', 'skill'],
      ['finder'],
    ],
    checks: (project) => [
      { args: ['plugin', 'validate', '--strict', project], shows: ['Validation passed'] },
      { args: ['plugin', 'validate', '--strict', `${project}/.claude/agents`], shows: ['Validation passed'] },
      { args: ['plugin', 'validate', '--strict', `${project}/.claude/skills`], shows: ['Validation passed'] },
      { args: ['plugin', 'marketplace', 'add', project], shows: ['added marketplace: desk'] },
      { args: ['plugin', 'install', 'desk@desk'], shows: ['installed plugin: desk@desk'] },
      { args: ['plugin', 'details', 'desk'], shows: ['Agents (4)', ...all] },
    ],
  },
  {
    name: 'opencode',
    packages: 'opencode-ai',
    version: '1.18.33',
    bin: 'opencode',
    exports: [['agents', '--as', 'opencode']],
    checks: () => [{ args: ['agent', 'list'], shows: ['guard (subagent)', ...all] }],
  },
  {
    name: 'codex',
    packages: '@openai/codex',
    version: '0.171.0',
    bin: 'codex',
    exports: [['agents', '--as', 'codex']],
    files: (project) => ({ '.codex/config.toml': `[projects.${JSON.stringify(project)}]\ntrust_level = "trusted"\n` }),
    checks: () => [{ args: ['debug', 'prompt-input', 'hello'], shows: all.map((id) => `${id}: {`) }],
  },
  {
    name: 'gemini',
    packages: '@google/gemini-cli',
    version: '0.61.0',
    bin: 'gemini',
    exports: [['agents', '--as', 'gemini']],
    env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    // It reads the agents before it lists skills, and says which it can't use; it has no list of them.
    checks: () => [{ args: ['skills', 'list'], shows: [], hides: /Agent loading error.*|untrusted folder/ }],
  },
  { name: 'cursor', missing: 'it is not on npm' },
  { name: 'agntcy', missing: 'its program dirctl is not on npm' },
]
