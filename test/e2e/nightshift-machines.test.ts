import { execFileSync } from 'node:child_process'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { noPostgres, startPostgres } from '@datacortex/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { runJson } from './one-process.ts'
import { startDatacortex } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { trustAll } from './trust-all.ts'

const org = '0-personal/org/ai.org'
const titles = ['Do one', 'Do two', 'Do three', 'Do four', 'Do five']

/** Two clones of a space that share a queue; their agents write down each call, and wait for the other one's first. */
async function twoClones(url: string) {
  const folder = await temporaryFolder()
  const [desk, shed] = [join(folder, 'desk'), join(folder, 'shed')]
  const git = (cwd: string, ...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...words], {
      cwd,
      encoding: 'utf8',
    })
  const calls = join(folder, 'calls')
  const script = join(folder, 'agent.mjs')
  await writeFile(
    script,
    `import { appendFileSync, readFileSync } from 'node:fs'
     import { basename } from 'node:path'
     import { text } from 'node:stream/consumers'
     const prompt = await text(process.stdin)
     const [name = '?'] = /Do [a-z]+/.exec(prompt.slice(prompt.lastIndexOf('Do '))) ?? []
     const here = basename(process.cwd())
     const calls = ${JSON.stringify(calls)}
     appendFileSync(calls, name + ' at ' + here + '\\n')
     const other = here === 'desk' ? ' at shed\\n' : ' at desk\\n'
     const look = setInterval(() => {
       if (!readFileSync(calls, 'utf8').includes(other)) return
       clearInterval(look)
       console.log('# ' + name + '\\n\\nIt is done.')
     }, 20)`,
  )
  await mkdir(desk)
  await runJson(['init'], { cwd: desk })
  const runners = { default: 'node', node: { plugin: 'runner-command', command: [process.execPath, script] } }
  const nightshift = { postgres: 'QUEUE', lease_seconds: 20 }
  await writeFile(join(desk, '.datacore/settings.yaml'), JSON.stringify({ runners, nightshift }))
  const text = titles.map((title) => `* TODO ${title} :AI:\n:PROPERTIES:\n:AGENT: ai-task-executor\n:END:\n`).join('')
  await mkdir(join(desk, org, '..'), { recursive: true })
  await writeFile(join(desk, org), text)
  git(folder, 'init', '-q', '--bare', 'remote.git')
  git(desk, 'init', '-q', '-b', 'main')
  git(desk, 'add', '.')
  git(desk, 'commit', '-qm', 'first')
  git(desk, 'remote', 'add', 'origin', join(folder, 'remote.git'))
  git(desk, 'push', '-q', '-u', 'origin', 'main')
  git(folder, 'clone', '-q', '-b', 'main', 'remote.git', 'shed')
  for (const cwd of [desk, shed]) {
    await mkdir(join(cwd, '.datacore/env'), { recursive: true })
    await writeFile(join(cwd, '.datacore/env/QUEUE'), url, { mode: 0o600 })
    await trustAll(cwd)
    await runJson(['trust', 'allow', '--yes'], { cwd })
  }
  const callsOf = async (): Promise<readonly string[]> => (await readFile(calls, 'utf8')).trim().split('\n')
  return { desk, shed, git, callsOf }
}

test.skipIf(noPostgres() !== undefined)(
  'the same night on two machines that share a PostgreSQL: each task is done once, and the worker pulls first',
  async () => {
    const server = await startPostgres()
    onTestFinished(async () => await server.stop())
    const { desk, shed, git, callsOf } = await twoClones(server.url)
    // The worker's clone lacks what was pushed since.
    await writeFile(join(desk, org), `${await readFile(join(desk, org), 'utf8')}* Someday\n`)
    git(desk, 'commit', '-qam', 'second')
    git(desk, 'push', '-q')
    // Not there either, and nobody else's to do: it was never committed.
    await writeFile(
      join(desk, '0-personal/org/nightshift.org'),
      '* TODO Do six :AI:\n:PROPERTIES:\n:AGENT: ai-task-executor\n:END:\n',
    )
    await runJson(['nightshift', 'approve', '--yes'], { cwd: desk })
    const worker = startDatacortex(['nightshift', 'worker', '--json'], { cwd: shed })
    const night = startDatacortex(['nightshift', 'run', '--json'], { cwd: desk })
    const { status, stdout, stderr } = await night.ended
    expect([status, stderr]).toEqual([0, ''])
    worker.child.kill('SIGINT')
    await worker.ended
    expect(JSON.parse(stdout)).toMatchObject({ done: { length: 6 }, review: [], failed: [], left: [] })
    const calls = await callsOf()
    expect(calls.map((line) => line.replace(/ at .*/, '')).toSorted()).toEqual([...titles, 'Do six'].toSorted())
    expect(new Set(calls.map((line) => line.split(' at ')[1]))).toEqual(new Set(['desk', 'shed']))
    expect(calls).toContain('Do six at desk')
    const text = await readFile(join(desk, org), 'utf8')
    for (const title of titles) expect(text).toContain(`* DONE ${title} :AI:`)
    // The worker's clone has what it was asked for, beside its own answers, and takes what comes by the next pull.
    expect(git(shed, 'log', '--format=%s').trim().split('\n')).toEqual(['second', 'first'])
    expect(git(shed, 'status', '--porcelain', '--', org)).toBe('')
    const answers = (await readdir(join(shed, '0-personal/0-inbox'))).filter((name) => name.startsWith('nightshift-'))
    expect(answers).toHaveLength(calls.filter((line) => line.endsWith(`at ${basename(shed)}`)).length)
  },
)
