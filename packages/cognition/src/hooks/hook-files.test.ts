import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mindSpace } from '../__fixtures__/mind-space.ts'
import { type HookedAssistant, hookFiles, writeHookFiles } from './hook-files.ts'

async function hooked(assistant: HookedAssistant, program = '') {
  const { paths, minds } = await mindSpace('watcher')
  await writeHookFiles(minds.watcher, await hookFiles(minds.watcher, assistant))
  const command = join(paths.root, 'command.mjs')
  await writeFile(command, program)
  const run = async (action: string, event: unknown, ms = 60_000) => {
    const child = spawn(process.execPath, [join(paths.root, '.datacore/agents/watcher/hooks.mjs'), action], {
      env: { ...process.env, DATACORTEX_COMMAND: command, DATACORTEX_HOOK_MS: String(ms) },
    })
    let text = ''
    child.stdout.on('data', (data: Buffer) => (text += data.toString()))
    child.stdin.end(typeof event === 'string' ? event : JSON.stringify(event))
    const [status] = (await once(child, 'close')) as [number]
    const log = await readFile(join(paths.root, '.datacore/state/hooks.log'), 'utf8').catch(() => '')
    return { status, text, log }
  }
  return { paths, mind: minds.watcher, run }
}

const prints = (value: string): string => `process.stdout.write(${value})`

test.each([
  ['claude-code', '.claude/settings.json', 'SessionEnd'],
  ['codex', '.codex/hooks.json', 'Stop'],
] as const)('%s gets hooks beside its own, once', async (assistant, path, end) => {
  const { paths, minds } = await mindSpace('watcher')
  await mkdir(join(paths.root, path, '..'), { recursive: true })
  const own = { type: 'command', command: 'lint' }
  await writeFile(join(paths.root, path), JSON.stringify({ model: 'x', hooks: { [end]: [{ hooks: [own] }] } }))
  await writeHookFiles(minds.watcher, await hookFiles(minds.watcher, assistant))
  const written = JSON.parse(await readFile(join(paths.root, path), 'utf8')) as object
  const command = (action: string) => ({
    hooks: [{ type: 'command', timeout: 10, command: expect.stringMatching(`hooks.mjs" ${action}$`) }],
  })
  expect(written).toEqual({
    model: 'x',
    hooks: { UserPromptSubmit: [command('recall')], [end]: [{ hooks: [own] }, command('remember')] },
  })
  expect((await hookFiles(minds.watcher, assistant)).filter(({ isChanged }) => isChanged)).toEqual([])
})

test('settings with a byte-order mark get hooks too, without it', async () => {
  const { paths, minds } = await mindSpace('watcher')
  const file = join(paths.root, '.claude/settings.json')
  await mkdir(join(file, '..'))
  await writeFile(file, '\uFEFF{"model": "x"}')
  await writeHookFiles(minds.watcher, await hookFiles(minds.watcher, 'claude-code'))
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ model: 'x', hooks: { SessionEnd: [{}] } })
})

test.each(['{"hooks": [', '{"hooks": []}', '{"hooks": {"UserPromptSubmit": 1}}'])(
  'settings like %s stay as they are',
  async (text) => {
    const { paths, minds } = await mindSpace('watcher')
    await mkdir(join(paths.root, '.claude'))
    await writeFile(join(paths.root, '.claude/settings.json'), text)
    await expect(hookFiles(minds.watcher, 'claude-code')).rejects.toMatchObject({ code: 'COGNITION_ENTRY_INVALID' })
  },
)

test('a prompt is answered with what the agent knows, as the agent', async () => {
  const answer =
    'JSON.stringify({ results: [{ title: "tides", points: [{ text: process.argv.at(-1) + process.env.ACAS_SENDER_ID }] }] })'
  const { run } = await hooked('claude-code', prints(answer))
  expect(await run('recall', { prompt: '--root when?' })).toEqual({
    status: 0,
    log: '',
    text: 'What you know about this:\n- --root when?100watcher (tides)\n',
  })
})

test('how a session ended is kept: as the assistant says it, or from the end of its transcript', async () => {
  const { paths, run } = await hooked(
    'codex',
    "import { appendFileSync } from 'node:fs'; appendFileSync(process.argv[4] + 'kept', process.argv.at(-1) + '\\n')",
  )
  const transcript = join(paths.root, 'transcript.jsonl')
  const line = (type: string, text: string): string =>
    JSON.stringify({ type, message: { content: [{ type: 'text', text }] } })
  await writeFile(
    transcript,
    [line('assistant', 'First.'), line('assistant', 'Done with tides.'), line('user', 'Bye'), ''].join('\n'),
  )
  await run('remember', { transcript_path: transcript })
  await run('remember', { last_assistant_message: 'All is well.' })
  expect(await readFile(join(paths.root, 'kept'), 'utf8')).toBe(
    'Session ended: Done with tides.\nSession ended: All is well.\n',
  )
})

test.each([
  ['that hangs', 'setInterval(() => {}, 1000)', { prompt: 'x' }, 300, /took longer than 300 ms/],
  ['that fails', 'console.error("no identity"); process.exitCode = 1', { prompt: 'x' }, undefined, /no identity/],
  ['that answers no JSON', prints('"{"'), { prompt: 'x' }, undefined, /JSON/],
  ['that gets no JSON', '', 'no event', undefined, /JSON/],
])('a hook %s says nothing, holds nobody up and stands in the log', async (_, program, event, ms, problem) => {
  const { run } = await hooked('claude-code', program)
  const { status, text, log } = await run('recall', event, ms)
  expect([status, text]).toEqual([0, ''])
  expect(log).toMatch(problem)
})

test('opencode gets a plugin that adds what is known to a prompt', async () => {
  const answer = 'JSON.stringify({ results: [{ title: "tides", points: [{ text: "Late." }] }] })'
  const { paths } = await hooked('opencode', prints(answer))
  const plugin = (await import(/* @vite-ignore */ join(paths.root, '.opencode/plugins/datacortex-watcher.js'))) as {
    DatacortexMind: (
      context: object,
    ) => Promise<Record<string, (input: object, output: { parts: { type: string; text: string }[] }) => Promise<void>>>
  }
  // Outside of a repository of git opencode says that all of the disk is one.
  const { 'chat.message': message } = await plugin.DatacortexMind({ directory: paths.root, worktree: '/' })
  const output = { parts: [{ type: 'text', text: 'when?' }] }
  process.env['DATACORTEX_COMMAND'] = join(paths.root, 'command.mjs')
  await message?.({}, output)
  delete process.env['DATACORTEX_COMMAND']
  expect(output.parts[0]?.text).toBe('when?\n\nWhat you know about this:\n- Late. (tides)\n')
})
