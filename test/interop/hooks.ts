import { mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startModelServer } from './model-server.ts'
import { datacortexIn, outputOf } from './processes.ts'
import { npmNames, settingsOf, whyAbsent } from './scripted-programs.ts'

// Run by hand: `pnpm build && node test/interop/hooks.ts [folder]`. The folder keeps the programs for the next time.
const [installation] = process.argv.slice(2)
const folder = await realpath(await mkdtemp(join(tmpdir(), 'datacortex-hooks-')))
const home = join(folder, 'home')
const answer = 'The harbour master said goodbye.'
await using server = await startModelServer(answer)
const { environment, files } = settingsOf({ home, url: server.url })
const fact = 'The spring tide of March reaches the second step.'
const question = 'How far does the spring tide of March reach?'

const programs = [
  { name: 'claude-code', bin: 'claude', args: ['-p', question] },
  {
    name: 'codex',
    bin: 'codex',
    // As a person does it with /hooks.
    args: ['exec', '--skip-git-repo-check', '--trust', '--dangerously-bypass-hook-trust', question],
  },
  { name: 'opencode', bin: 'opencode', args: ['run', question] },
] as const

try {
  const tools = installation ?? join(folder, 'programs')
  await mkdir(tools, { recursive: true })
  const env = {
    ...environment,
    // Hooks are run by the `node` of the PATH.
    PATH: [dirname(process.execPath), join(tools, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter),
    // The programs give a hook ten seconds, and this machine may be busy.
    DATACORTEX_HOOK_MS: '9000',
    // What is trusted is trusted for the hooks too.
    DATACORTEX_CONFIG_DIR: join(folder, 'config'),
    DATACORTEX_COMMAND: fileURLToPath(new URL('../../apps/cli/bin/datacortex.js', import.meta.url)),
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(home, path, '..'), { recursive: true })
    await writeFile(join(home, path), text)
  }
  let failed = 0
  for (const { name, bin, args } of programs) {
    const absent = await whyAbsent(npmNames[name], tools)
    const problem = absent ?? (await problemOf(name, [bin, ...args], env))
    if (absent === undefined && problem !== undefined) failed += 1
    const word = problem === undefined ? 'passed' : absent === undefined ? 'failed' : 'missing'
    console.log(`${word.padEnd(8)} ${name.padEnd(12)} ${problem ?? 'knows at the prompt, keeps how the session ended'}`)
  }
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** What a program with hooks does not do; undefined if the model is told what is known, and the end of the session is kept. */
async function problemOf(
  name: (typeof programs)[number]['name'],
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const root = join(folder, name)
  await mkdir(join(root, 'agents'), { recursive: true })
  await writeFile(
    join(root, 'agents/watcher.md'),
    '---\nname: watcher\ndescription: Watches tides.\n---\n\nYou watch.\n',
  )
  const datacortex = datacortexIn(root, env)
  await datacortex.run(['init'])
  await datacortex.run(['import', join(root, 'agents')])
  await datacortex.run(['trust', 'allow', '--yes'], { accept: [0, 1] })
  await datacortex.run(['identity', 'init', 'watcher', '--host', name, '--yes'])
  await datacortex.run(['remember', fact, '--topic', 'tides', '--agent', 'watcher'])
  const before = server.bodies.length
  const { status, text } = await outputOf(command, { cwd: root, env })
  const knows = server.bodies.slice(before).some((body) => body.includes(fact))
  if (status !== 0) return `status ${status}: ${text.slice(-400)}`
  const log = async () => await readFile(join(root, '.datacore/state/hooks.log'), 'utf8').catch(() => 'no hook ran')
  if (!knows) return `the model was not given what is known: ${await log()} ${text.slice(-400)}`
  // opencode does not wait for its plugins at its end.
  for (let tries = 0; tries < 60; tries += 1) {
    if ((await textBelow(join(root, '0-personal/minds/watcher'))).includes(`Session ended: ${answer}`)) return undefined
    await wait(250)
  }
  return `how the session ended was not kept: ${await log()}`
}

async function textBelow(place: string): Promise<string> {
  const names = await readdir(place, { recursive: true })
  const texts = names.filter((one) => one.endsWith('.md')).map(async (one) => await readFile(join(place, one), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}
