import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testJobQueue } from '@datacortex/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openGitQueue } from './git-queue.ts'

const isLong = process.env['LONG'] !== undefined

const inFolder =
  (folder: string) =>
  (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()

// Made once: each test has a copy.
const template = mkdtempSync(join(tmpdir(), 'queue-git-'))
afterAll(() => rmSync(template, { recursive: true, force: true }))
beforeAll(() => {
  const git = inFolder(template)
  git('init', '--quiet', '--bare', '-b', 'main', 'remote.git')
  git('clone', '--quiet', 'remote.git', 'clone')
  writeFileSync(join(template, 'clone/notes.md'), 'mine\n')
  git('-C', 'clone', 'add', '.')
  git('-C', 'clone', 'commit', '--quiet', '-m', 'Begin')
  git('-C', 'clone', 'push', '--quiet', 'origin', 'HEAD:main')
  // From wherever the copy lies.
  git('-C', 'clone', 'remote', 'set-url', 'origin', '../remote.git')
})

function makeRemote() {
  const folder = mkdtempSync(join(tmpdir(), 'queue-git-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const git = inFolder(folder)
  const remote = join(folder, 'remote.git')
  cpSync(join(template, 'remote.git'), remote, { recursive: true })
  let clones = 0
  const clone = (): string => {
    const place = join(folder, `clone-${(clones += 1)}`)
    cpSync(join(template, 'clone'), place, { recursive: true })
    return place
  }
  const first = clone()
  let time = Date.UTC(2026, 2, 28, 12)
  const open = async (place: string) => await openGitQueue({ folder: place, branch: 'main', now: () => time })
  return { git, remote, first, clone, open, now: () => time, pass: (ms: number) => void (time += ms) }
}

testJobQueue(
  async () => {
    const { clone, open, now, pass } = makeRemote()
    return {
      // Each process in a clone of its own, as on machines of their own.
      open: async () => await open(clone()),
      now: async () => now(),
      pass: async (ms) => pass(ms),
      program: async () => ({
        directory: import.meta.dirname,
        code: `import { openGitQueue } from './git-queue.ts'
          const queue = await openGitQueue({ folder: ${JSON.stringify(clone())}, branch: 'main', now: () => ${now()} })`,
      }),
    }
  },
  { jobs: isLong ? 200 : 8 },
)

test('the work tree, the index and the branches of the clone stay as they are', async () => {
  const { git, first, open } = makeRemote()
  writeFileSync(join(first, 'notes.md'), 'changed\n')
  git('-C', first, 'checkout', '--quiet', '-b', 'elsewhere')
  const state = () => [
    git('-C', first, 'status', '--porcelain', '--branch'),
    git('-C', first, 'rev-parse', 'HEAD', 'main'),
  ]
  const before = state()
  const queue = await open(first)
  await queue.send('a', 1)
  expect(state()).toEqual(before)
  expect(git('-C', first, 'log', '--format=%s', 'origin/main', '-1')).toMatch(/^queue: jobs\//)
})

test('a push that the remote refuses is a coded error, and nothing is changed', async () => {
  const { git, remote, first, open } = makeRemote()
  const queue = await open(first)
  const id = await queue.send('a', 1)
  const hook = join(remote, 'hooks/pre-receive')
  writeFileSync(hook, '#!/bin/sh\necho "error: nobody pushes now" >&2\nexit 1\n')
  chmodSync(hook, 0o755)
  await expect(queue.claim(['a'], { leaseMs: 60_000 })).rejects.toMatchObject({ code: 'QUEUE_UNAVAILABLE' })
  expect(await queue.list()).toMatchObject([{ id, state: 'ready' }])
  rmSync(hook)
  expect(await queue.claim(['a'], { leaseMs: 60_000 })).toMatchObject([{ id, attempt: 1 }])
  expect(git('-C', remote, 'rev-list', '--count', 'main')).toBe('3')
})

test('two that claim at once: one gets the job, the other skips it', async () => {
  const { first, clone, open } = makeRemote()
  const [one, two] = [await open(first), await open(clone())]
  await one.send('a', 'only')
  const claims = await Promise.all([one, two].map(async (queue) => await queue.claim(['a'], { leaseMs: 60_000 })))
  expect(claims.flat()).toMatchObject([{ payload: 'only', attempt: 1 }])
})

test('no hook of a clone runs', async () => {
  const { first, open } = makeRemote()
  for (const name of ['pre-push', 'reference-transaction', 'post-index-change']) {
    const hook = join(first, '.git/hooks', name)
    mkdirSync(join(first, '.git/hooks'), { recursive: true })
    writeFileSync(hook, `#!/bin/sh\ntouch ${join(first, 'ran')}\n`)
    chmodSync(hook, 0o755)
  }
  await (await open(first)).send('a', 1)
  expect(existsSync(join(first, 'ran'))).toBe(false)
})

test('another branch, another remote or no repository is refused', async () => {
  const { first } = makeRemote()
  const refused = { code: 'QUEUE_REPOSITORY_REFUSED' }
  await expect(openGitQueue({ folder: first, branch: 'main', remote: 'upstream' })).rejects.toMatchObject(refused)
  await expect(openGitQueue({ folder: first, branch: '--force' })).rejects.toMatchObject(refused)
  await expect(openGitQueue({ folder: tmpdir(), branch: 'main' })).rejects.toMatchObject(refused)
  const queue = await openGitQueue({ folder: first, branch: 'stray' })
  await expect(queue.send('a', 1)).rejects.toMatchObject(refused)
})

test.each([
  ['a newer version', (text: string) => text.replace('"schema":1', '"schema":2'), 'QUEUE_SCHEMA_NEWER'],
  ['what is no job', () => '{"schema":1,"job":{}}', 'QUEUE_DAMAGED'],
  ['half of a file', (text: string) => text.slice(0, 40), 'QUEUE_DAMAGED'],
])('%s is told, and stays as it is', async (_, damage, code) => {
  const { git, first, open } = makeRemote()
  const queue = await open(first)
  const id = await queue.send('a', 1)
  git('-C', first, 'pull', '--quiet', 'origin', 'main')
  const file = `.datacore/queue/jobs/${id}.json`
  writeFileSync(join(first, file), damage(git('-C', first, 'show', `HEAD:${file}`)))
  git('-C', first, 'commit', '--quiet', '-am', 'Damage')
  git('-C', first, 'push', '--quiet', 'origin', 'HEAD:main')
  await expect(queue.claim(['a'], { leaseMs: 60_000 })).rejects.toMatchObject({ code })
  await expect(queue.list()).rejects.toMatchObject({ code })
})
