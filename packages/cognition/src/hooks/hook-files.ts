import { join } from 'node:path'
import { isRecord, jsonOf, readTextFile, replaceFile, sha256 } from '@datacortex/platform'
import { cognitionError } from '../errors.ts'
import type { Mind } from '../mind.ts'
import { hookScript } from './hook-script.ts'

/** A program whose sessions can have a memory. */
export type HookedAssistant = 'claude-code' | 'codex' | 'opencode'

export type HookFile = {
  /** Relative to the space. */
  readonly path: string
  readonly text: string
  readonly isChanged: boolean
  /** SHA-256 of the file that it replaces, or `absent`. */
  readonly expected: string
}

/**
 * The files by which an assistant recalls at each prompt and remembers at the end of a session. Other hooks in them stay.
 *
 * @param mind - Of the agent that the assistant is.
 * @param assistant - Which program.
 * @throws `COGNITION_ENTRY_INVALID` if a file that is there can't be read or has another shape.
 * @example (await hookFiles(mind, 'claude-code')).map(({ path }) => path)
 */
export async function hookFiles(mind: Mind, assistant: HookedAssistant): Promise<readonly HookFile[]> {
  const script = `.datacore/agents/${mind.agent}/hooks.mjs`
  const root = '../'.repeat(script.split('/').length - 1)
  const files: readonly (readonly [string, (before: string | undefined) => string])[] = [
    [script, () => hookScript({ uid: mind.identity.uid, root })],
    assistant === 'opencode'
      ? [`.opencode/plugins/datacortex-${mind.agent.replaceAll(/[^\w-]/g, '-')}.js`, () => opencodePlugin(script)]
      : [settings[assistant].file, (before) => withHooks(before, { ...settings[assistant], script })],
  ]
  return await Promise.all(
    files.map(async ([path, make]) => {
      const read = await readTextFile(join(mind.paths.root, path))
      if (!read.ok && read.code !== 'ENOENT')
        throw cognitionError('COGNITION_ENTRY_INVALID', { file: path, reason: read.reason })
      const before = read.ok ? read.text : undefined
      const text = make(before)
      return { path, text, isChanged: text !== before, expected: read.ok ? sha256(read.bytes) : 'absent' }
    }),
  )
}

/**
 * Writes files that {@link hookFiles} gave.
 *
 * @param mind - Of the agent.
 * @param files - As they were shown.
 * @throws `COGNITION_ENTRY_INVALID` if somebody saved one of them meanwhile.
 * @example await writeHookFiles(mind, await hookFiles(mind, 'codex'))
 */
export async function writeHookFiles({ paths }: Mind, files: readonly HookFile[]): Promise<void> {
  for (const { path, text, isChanged, expected } of files)
    if (isChanged && !(await replaceFile(join(paths.root, path), text, { expected, below: paths.root })))
      throw cognitionError('COGNITION_ENTRY_INVALID', { file: path, reason: 'somebody saved it meanwhile' })
}

/** Claude Code says where the project is; Codex starts hooks where it was started itself. */
const settings = {
  'claude-code': { file: '.claude/settings.json', end: 'SessionEnd', place: '$CLAUDE_PROJECT_DIR/' },
  codex: { file: '.codex/hooks.json', end: 'Stop', place: '' },
} as const

type Hooks = (typeof settings)[keyof typeof settings] & { readonly script: string }

/** The hooks of Claude Code and Codex have one shape. Seconds are more than the script itself allows. */
function withHooks(before: string | undefined, { file, end, place, script }: Hooks): string {
  const program = `node ${JSON.stringify(place + script)}`
  const wanted = { UserPromptSubmit: `${program} recall`, [end]: `${program} remember` }
  const refused = (reason: string) => cognitionError('COGNITION_ENTRY_INVALID', { file, reason })
  const given = before === undefined ? {} : jsonOf(before)
  const hooks = isRecord(given) ? (given['hooks'] ?? {}) : undefined
  if (!isRecord(given) || !isRecord(hooks)) throw refused('it is no JSON with `hooks`')
  const changed = { ...hooks }
  for (const [event, command] of Object.entries(wanted)) {
    const groups = hooks[event] ?? []
    if (!Array.isArray(groups)) throw refused(`\`hooks.${event}\` is no list`)
    if (!JSON.stringify(groups).includes(JSON.stringify(command)))
      changed[event] = [...(groups as readonly unknown[]), { hooks: [{ type: 'command', command, timeout: 10 }] }]
  }
  const text = `${JSON.stringify({ ...given, hooks: changed }, undefined, 2)}\n`
  return before !== undefined && JSON.stringify(hooks) === JSON.stringify(changed) ? before : text
}

function opencodePlugin(script: string): string {
  // Put together, as the bundler rewrites these words where they stand in a file.
  const place = ['import', 'meta', 'url'].join('.')
  return `// Written by \`datacortex identity init\`, which writes it anew.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const DatacortexMind = async ({ client }) => {
  const script = fileURLToPath(new URL(${JSON.stringify(`../../${script}`)}, ${place}))
  const hook = (action, event) =>
    new Promise((resolve) => {
      const child = execFile('node', [script, action], (_, answer) => resolve(answer))
      child.stdin.on('error', () => {})
      child.stdin.end(JSON.stringify(event))
    })
  return {
    'chat.message': async (_, { parts }) => {
      const part = parts.find((one) => one.type === 'text' && !one.synthetic)
      const known = part === undefined ? '' : await hook('recall', { prompt: part.text })
      if (known !== '') part.text += \`\\n\\n\${known}\`
    },
    event: async ({ event }) => {
      if (event.type !== 'session.idle') return
      const { data = [] } = await client.session.messages({ path: { id: event.properties.sessionID } })
      const last = data.findLast(({ info }) => info.role === 'assistant')
      const text = last?.parts.map((part) => part.text ?? '').join(' ')
      if (text) await hook('remember', { text })
    },
  }
}
`
}
