import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { startModelServer } from './model-server.ts'
import { type Document, datacortexIn } from './processes.ts'
import { npmNames, settingsOf, whyAbsent } from './scripted-programs.ts'

// Run by hand: `pnpm build && node test/interop/runners.ts [folder]`. The folder keeps the programs for the next time.
const [installation] = process.argv.slice(2)
const folder = await realpath(await mkdtemp(join(tmpdir(), 'datacortex-runners-')))
const [home, root] = [join(folder, 'home'), join(folder, 'space')]
await using server = await startModelServer('ready')
const { url } = server
const { environment, files } = settingsOf({ home, url })

const programs = [
  { name: 'openai-compatible', options: ['--model', 'scripted', '--url', `${url}/v1`] },
  { name: 'claude-code', npm: npmNames['claude-code'], options: [] },
  { name: 'codex', npm: npmNames.codex, options: [] },
  { name: 'opencode', npm: npmNames.opencode, options: [] },
  // Without a name it asks a model which model to ask.
  { name: 'gemini', npm: npmNames.gemini, options: ['--model', 'gemini-2.5-pro'] },
] as const

try {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(home, path, '..'), { recursive: true })
    await writeFile(join(home, path), text)
  }
  const tools = installation ?? join(folder, 'programs')
  await mkdir(tools, { recursive: true })
  const path = [join(tools, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter)
  await mkdir(root)
  const datacortex = datacortexIn(root, { ...environment, PATH: path, DATACORTEX_PATIENCE: '4' })
  await datacortex.run(['init'])
  await datacortex.run(['trust', 'allow', '--yes'], { accept: [0, 1] })
  let failed = 0
  for (const { name, options, ...one } of programs) {
    const absent = 'npm' in one ? await whyAbsent(one.npm, tools) : undefined
    const before = server.asked.length
    const [word, said] = absent === undefined ? await tried(name, options) : ['missing', absent]
    if (word === 'failed') failed += 1
    console.log(
      `${word.padEnd(7)} ${name.padEnd(17)} ${said}; the server was asked ${server.asked.length - before} times`,
    )
  }
  process.exitCode = failed === 0 ? 0 : 1

  async function tried(name: string, options: readonly string[]): Promise<readonly [string, string]> {
    await datacortex.run(['runner', 'add', name, ...options, '--yes'])
    await datacortex.run(['trust', 'allow', '--yes'])
    const {
      ok,
      missing,
      answer,
      tokens_in: tokens,
    }: Document = await datacortex.run(['runner', 'test', name], {
      accept: [0, 1],
    })
    return ok === true
      ? ['passed', `${String(answer)}, ${String(tokens)} tokens in`]
      : ['failed', JSON.stringify(missing)]
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
