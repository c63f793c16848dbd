import { join } from 'node:path'
import { runProgram } from './processes.ts'

/** Programs that people talk to models with, as npm has them. */
export const npmNames = {
  'claude-code': '@anthropic-ai/claude-code@2.1.197',
  codex: '@openai/codex@0.171.0',
  opencode: 'opencode-ai@1.18.33',
  gemini: '@google/gemini-cli@0.61.0',
} as const

type Setting = {
  /** Files relative to the home folder. */
  readonly files: Readonly<Record<string, string>>
  readonly environment: Readonly<Record<string, string>>
}

/** What a person sets up by hand for each program; here all of them ask the server on loopback. */
export function settingsOf({ home, url }: { readonly home: string; readonly url: string }): Setting {
  const options = { baseURL: `${url}/v1`, apiKey: 'x' }
  const local = { npm: '@ai-sdk/openai-compatible', options, models: { scripted: {} } }
  return {
    files: {
      '.codex/config.toml': `model = "scripted"\nmodel_provider = "local"\n[model_providers.local]\nname = "local"\nbase_url = "${url}/v1"\nwire_api = "responses"\n`,
      '.gemini/settings.json': JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }),
      'opencode.json': JSON.stringify({ model: 'local/scripted', small_model: 'local/scripted', provider: { local } }),
    },
    environment: {
      HOME: home,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'sk-ant-scripted',
      CODEX_HOME: join(home, '.codex'),
      OPENCODE_CONFIG: join(home, 'opencode.json'),
      GEMINI_API_KEY: 'scripted',
      GOOGLE_GEMINI_BASE_URL: url,
    },
  }
}

/** Installs a program; says why it can't be had here. */
export async function whyAbsent(spec: string, tools: string): Promise<string | undefined> {
  const flags = ['--no-audit', '--no-fund', '--prefix', tools]
  return await runProgram(['npm', 'install', ...flags, spec], tools).then(
    () => undefined,
    (error: unknown) => String(error).slice(0, 200),
  )
}
