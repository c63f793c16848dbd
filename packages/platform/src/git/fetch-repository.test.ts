import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { gitServer } from './__fixtures__/git-server.ts'
import { fetchRepository, newestCommit } from './fetch-repository.ts'

/** Where git is not installed, nothing is fetched. */
const hasGit = spawnSync('git', ['--version']).status === 0

let folder: string
let bare: string
let url: string

function git(...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'init.defaultBranch=main']
  return execFileSync('git', [...identity, '-C', join(folder, 'work'), ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim()
}

async function put(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

/** Writes files into the repository; gives the hash of the commit. */
async function commit(files: Readonly<Record<string, string>>, ...pushed: readonly string[]): Promise<string> {
  await put(Object.fromEntries(Object.entries(files).map(([path, text]) => [`work/${path}`, text])))
  git('add', '.')
  git('commit', '--quiet', '-m', 'more')
  git('push', '--quiet', '--force', url, 'HEAD:main', ...pushed)
  return git('rev-parse', 'HEAD')
}

const refused = (code: string, message: RegExp): unknown =>
  expect.objectContaining({ code, message: expect.stringMatching(message) })

describe.skipIf(!hasGit)('a repository', () => {
  beforeEach(async () => {
    folder = await temporaryFolder()
    vi.stubEnv('DATACORTEX_CONFIG_DIR', join(folder, 'user'))
    bare = join(folder, 'agents.git')
    url = pathToFileURL(bare).href
    await mkdir(join(folder, 'work'))
    git('init', '--quiet')
    git('init', '--quiet', '--bare', bare)
  })

  test('is fetched once a commit, into the folder of the user and without its history', async () => {
    const first = await commit({ 'writers/a.md': 'one' })
    const fetched = await fetchRepository(`${url}#:writers`)
    expect(fetched).toEqual({ address: `${url}#:writers`, commit: first, folder: expect.stringContaining(first) })
    expect(fetched.folder.startsWith(join(folder, 'user', 'repositories'))).toBe(true)
    expect(await readdir(fetched.folder)).toEqual(['a.md'])
    expect(await readdir(dirname(fetched.folder))).toEqual(['writers'])
    await rm(bare, { recursive: true })
    expect(await fetchRepository(`${url}#:writers`, { commit: first })).toEqual(fetched)
    await expect(fetchRepository(`${url}#../${fetched.folder.split('/').at(-4)}/${first}`)).rejects.toThrowError(
      refused('FETCH_UNREACHABLE', /git says/),
    )
    await expect(fetchRepository(`${url}#${first}:readers`)).rejects.toThrowError(
      refused('FETCH_UNREACHABLE', /has no folder readers/),
    )
  })

  test('whose tag moved or whose history was written anew keeps what was fetched', async () => {
    const first = await commit({ 'a.md': 'one' })
    git('tag', 'v1')
    git('push', '--quiet', url, 'v1')
    const fetched = await fetchRepository(`${url}#v1`)
    git('checkout', '--quiet', '--orphan', 'anew')
    const second = await commit({ 'a.md': 'two' })
    git('tag', '--force', '-m', 'annotated', 'v1')
    git('push', '--quiet', '--force', url, 'v1')
    execFileSync('git', ['-C', bare, 'gc', '--quiet', '--prune=now'])
    expect(await newestCommit(`${url}#v1`)).toBe(second)
    expect(await newestCommit(url)).toBe(second)
    expect((await fetchRepository(`${url}#v1`)).commit).toBe(second)
    expect(await fetchRepository(`${url}#v1`, { commit: first })).toEqual(fetched)
    expect(await readFile(join(fetched.folder, 'a.md'), 'utf8')).toBe('one')
    await rm(fetched.folder, { recursive: true })
    await expect(fetchRepository(`${url}#v1`, { commit: first })).rejects.toThrowError(
      refused('FETCH_UNREACHABLE', new RegExp(`has no commit ${first}`)),
    )
    await expect(newestCommit(`${url}#v2`)).rejects.toThrowError(refused('FETCH_UNREACHABLE', /no branch or tag v2/))
  })

  test('runs nothing: no hook, filter, submodule, large file or setting', async () => {
    const ran = (what: string): string => `touch '${join(folder, `ran-${what}`)}'`
    await commit({
      'a.md': 'one',
      '.gitattributes': '* filter=evil diff=evil merge=evil\n',
      '.lfsconfig': `[lfs]\n\turl = ext::${ran('lfs')}\n`,
      '.gitmodules': `[submodule "m"]\n\tpath = m\n\turl = ext::sh -c ${ran('module')}\n\tupdate = !${ran('update')}\n`,
    })
    const hook = join(folder, 'template/hooks/post-checkout')
    await put({
      'template/hooks/post-checkout': `#!/bin/sh\n${ran('template')}\n`,
      'home/.gitconfig': [
        `[filter "evil"]\n\tsmudge = sh -c "${ran('filter')}; cat"\n\trequired = true`,
        `[init]\n\ttemplateDir = ${join(folder, 'template')}\n[core]\n\tfsmonitor = ${ran('monitor')}`,
        `[url "ext::sh -c '${ran('instead')}'"]\n\tinsteadOf = file://`,
        '[protocol "ext"]\n\tallow = always',
      ].join('\n'),
    })
    await chmod(hook, 0o755)
    vi.stubEnv('HOME', join(folder, 'home'))
    vi.stubEnv('GIT_TEMPLATE_DIR', join(folder, 'template'))
    vi.stubEnv('GIT_ASKPASS', hook)
    vi.stubEnv('GIT_CONFIG_COUNT', '1')
    vi.stubEnv('GIT_CONFIG_KEY_0', 'core.hooksPath')
    vi.stubEnv('GIT_CONFIG_VALUE_0', dirname(hook))
    const fetched = await fetchRepository(url)
    expect(await readFile(join(fetched.folder, 'a.md'), 'utf8')).toBe('one')
    expect((await readdir(folder)).filter((name) => name.startsWith('ran'))).toEqual([])
  })

  test('that is larger than the limit is refused, while it is sent too, and leaves nothing', async () => {
    await commit({ 'a.md': 'x'.repeat(5000) })
    const tooLarge = refused('FETCH_TOO_LARGE', /is larger than 1000 bytes/)
    await expect(fetchRepository(url, { maxBytes: 1000 })).rejects.toThrowError(tooLarge)
    const endless =
      'for last; do :; done; mkdir -p "$last/.git/objects/pack"; yes > "$last/.git/objects/pack/tmp_pack_1"'
    await put({ 'bin/git': `#!/bin/sh\n${endless}\n` })
    await chmod(join(folder, 'bin/git'), 0o755)
    vi.stubEnv('PATH', `${join(folder, 'bin')}:${process.env['PATH']}`)
    await expect(fetchRepository(url, { maxBytes: 1000 })).rejects.toThrowError(tooLarge)
    const [place = ''] = await readdir(join(folder, 'user/repositories'))
    expect(await readdir(join(folder, 'user/repositories', place))).toEqual(['lock'])
  })

  test('of a server that hangs is left on abort and when time is up, with all that was started', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/agents.git`
    const stop = new AbortController()
    const [connected, failed] = [
      once(server, 'connection'),
      fetchRepository(address, { signal: stop.signal }).catch(String),
    ]
    const [socket] = await connected
    const gone = once(socket.resume(), 'close')
    stop.abort(new Error('enough'))
    expect(await failed).toContain('enough')
    await gone
    await expect(fetchRepository(address, { timeoutMs: 1 })).rejects.toThrowError(
      refused('FETCH_UNREACHABLE', /git took longer than 1 ms/),
    )
  })

  test('is fetched from a server of git over TLS, whose moved tag and rewritten history change nothing unasked', async () => {
    const { origin, certificate, asked } = await gitServer(folder)
    vi.stubEnv('GIT_SSL_CAINFO', certificate)
    const address = `${origin}/agents.git#v1:writers`
    const first = await commit({ 'writers/a.md': 'one' })
    git('tag', 'v1')
    git('push', '--quiet', url, 'v1')
    const fetched = await fetchRepository(address)
    expect(fetched).toMatchObject({ address, commit: first })
    expect(await readFile(join(fetched.folder, 'a.md'), 'utf8')).toBe('one')
    await put({ 'work/writers/a.md': 'two' })
    git('commit', '--quiet', '--all', '--amend', '-m', 'anew')
    git('tag', '--force', 'v1')
    git('push', '--quiet', '--force', url, 'HEAD:main', 'v1')
    const moved = git('rev-parse', 'HEAD')
    expect(await newestCommit(address)).toBe(moved)
    const before = asked.length
    expect(await fetchRepository(address, { commit: first })).toEqual(fetched)
    expect(asked.length, 'what is there is asked for by nobody').toBe(before)
    expect(await fetchRepository(address)).toMatchObject({ commit: moved })
    await expect(fetchRepository(`${origin}/none.git`)).rejects.toThrowError(refused('FETCH_UNREACHABLE', /not found/))
    vi.stubEnv('GIT_SSL_CAINFO', undefined)
    await expect(newestCommit(address)).rejects.toThrowError(refused('FETCH_UNREACHABLE', /certificate/))
  })

  test('that two fetch at once is fetched whole for both; what a killed process left is no hindrance', async () => {
    const newest = await commit({ 'a.md': 'one' })
    const { folder: found } = await fetchRepository(url)
    await rm(dirname(found), { recursive: true })
    await put({ [`${dirname(dirname(found)).slice(folder.length + 1)}/incoming/agents/.git/x`]: 'half' })
    const both = await Promise.all([fetchRepository(url), fetchRepository(url)])
    expect(both).toEqual([0, 1].map(() => ({ address: url, commit: newest, folder: found })))
    expect(await readFile(join(found, 'a.md'), 'utf8')).toBe('one')
  })
})
