import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import type { TemporarySpace } from '../__fixtures__/temporary-space.ts'
import { campaigns, snapshot, temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { planModuleInstall } from '../install/plan-module-install.ts'

/** Where git is not installed, nothing is cloned. */
const hasGit = spawnSync('git', ['--version']).status === 0

function git(directory: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'init.defaultBranch=main']
  return execFileSync('git', [...identity, '-C', directory, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()
}

/** A bare repository of the campaigns module, and the hash of its newest commit. */
async function repository(
  space: TemporarySpace,
): Promise<{ readonly work: string; readonly url: string; readonly commit: string }> {
  const work = await writeFiles(join(space.elsewhere, 'work'), campaigns)
  git(work, 'init', '--quiet')
  git(work, 'add', '.')
  git(work, 'commit', '--quiet', '-m', 'first')
  git(work, 'tag', 'v1')
  const bare = join(space.elsewhere, 'campaigns.git')
  git(space.elsewhere, 'clone', '--quiet', '--bare', work, bare)
  return { work, url: pathToFileURL(bare).href, commit: git(work, 'rev-parse', 'HEAD') }
}

/** A folder for temporary files that no other test uses. */
async function ownTemporaryFolder(space: TemporarySpace): Promise<void> {
  const folder = join(space.elsewhere, 'tmp')
  await mkdir(folder)
  for (const variable of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(variable, folder)
}

async function leftovers(): Promise<readonly string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('datacortex-module-'))
}

test('clones a git repository and records the commit', async ({ skip }) => {
  skip(!hasGit, 'git is not installed')
  await using space = await temporarySpace()
  const { url, commit } = await repository(space)
  await using plan = await planModuleInstall(space.paths, url)
  expect(plan).toMatchObject({
    manifest: { name: 'datacore-campaigns' },
    origin: { kind: 'git', spec: url, resolved: commit },
  })
  expect([...plan.content.files.keys()].sort()).toEqual(Object.keys(campaigns).sort())
})

test('keeps a token of the address out of what is recorded and said', async ({ skip }) => {
  skip(!hasGit, 'git is not installed')
  await using space = await temporarySpace()
  const { url } = await repository(space)
  // A git that takes the repository on this disk for the one on a host.
  const program = join(space.elsewhere, 'bin', 'git')
  await writeFiles(join(space.elsewhere, 'bin'), {
    git: `#!/bin/sh\nfor argument do shift; set -- "$@" "$(echo "$argument" | sed 's|https://me:secret@code.example/m.git|${url}|')"; done\nexec /usr/bin/env PATH="$REAL_PATH" git "$@"\n`,
  })
  await chmod(program, 0o755)
  vi.stubEnv('REAL_PATH', process.env['PATH'] ?? '')
  vi.stubEnv('PATH', `${join(space.elsewhere, 'bin')}:${process.env['PATH']}`)
  await using plan = await planModuleInstall(space.paths, 'https://me:secret@code.example/m.git')
  expect(plan.origin.spec).toContain('code.example/m.git')
  expect(JSON.stringify(plan.origin)).not.toContain('secret')
})

test('refuses a folder of git that a tarball or a deeper folder brings', async () => {
  await using space = await temporarySpace()
  const config = { '.git/config': '[core]\n\tfsmonitor = touch ran\n' }
  const folder = await writeFiles(join(space.elsewhere, 'campaigns'), { ...campaigns, ...config })
  const archive = join(space.elsewhere, 'campaigns.tgz')
  execFileSync('tar', ['-czf', archive, '-C', folder, '.'])
  const refused = expect.objectContaining({
    code: 'MODULE_CONTENT_REFUSED',
    message: expect.stringContaining('".git/config" belongs to version control'),
  })
  await expect(planModuleInstall(space.paths, archive)).rejects.toThrowError(refused)
  await using plan = await planModuleInstall(space.paths, folder)
  expect(plan.files, "the author's own is left out").toBe(3)
  await writeFiles(join(folder, 'agents'), config)
  await expect(planModuleInstall(space.paths, folder)).rejects.toThrowError(/"agents\/.git\/config" belongs to/)
})

test('takes the tag that is asked for', async ({ skip }) => {
  skip(!hasGit, 'git is not installed')
  await using space = await temporarySpace()
  const { work, url } = await repository(space)
  await writeFile(join(work, 'module.yaml'), String(campaigns['module.yaml']).replace('1.2.0', '1.3.0'))
  git(work, 'commit', '--quiet', '-am', 'second')
  git(work, 'push', '--quiet', url, 'main')
  await using newest = await planModuleInstall(space.paths, url)
  await using tagged = await planModuleInstall(space.paths, `${url}#v1`)
  expect([newest.manifest.version, tagged.manifest.version]).toEqual(['1.3.0', '1.2.0'])
})

test('takes the commit that is asked for, by its whole hash', async ({ skip }) => {
  skip(!hasGit, 'git is not installed')
  await using space = await temporarySpace()
  const { work, url, commit } = await repository(space)
  await writeFile(join(work, 'module.yaml'), String(campaigns['module.yaml']).replace('1.2.0', '1.3.0'))
  git(work, 'commit', '--quiet', '-am', 'second')
  git(work, 'push', '--quiet', url, 'main')
  const marker = join(space.elsewhere, 'ran')
  const template = await writeFiles(join(space.elsewhere, 'template'), {})
  await mkdir(join(template, 'hooks'), { recursive: true })
  await writeFile(join(template, 'hooks', 'post-checkout'), `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 })
  vi.stubEnv('GIT_TEMPLATE_DIR', template)
  await using plan = await planModuleInstall(space.paths, `${url}#${commit.toUpperCase()}`)
  expect(plan).toMatchObject({ manifest: { version: '1.2.0' }, origin: { resolved: commit } })
  expect(plan.files).toBe(3)
  expect(await readdir(space.elsewhere)).not.toContain('ran')
})

test('a commit that is not given away, or only begun, is told as that', async ({ skip }) => {
  skip(!hasGit, 'git is not installed')
  await using space = await temporarySpace()
  const { url, commit } = await repository(space)
  const refused = (message: RegExp): unknown =>
    expect.objectContaining({ code: 'MODULE_FETCH_FAILED', message: expect.stringMatching(message) })
  const unknown = 'f'.repeat(40)
  await expect(planModuleInstall(space.paths, `${url}#${unknown}`)).rejects.toThrowError(
    refused(new RegExp(`it has no commit ${unknown}, or its server gives no single commits away`)),
  )
  await expect(planModuleInstall(space.paths, `${url}#${commit.slice(0, 10)}`)).rejects.toThrowError(
    refused(/it has no branch or tag \w{10}; if that is the beginning of a commit's hash, give all 40 characters/),
  )
  await expect(
    planModuleInstall(space.paths, `${pathToFileURL(join(space.elsewhere, 'none.git')).href}#${commit}`),
  ).rejects.toThrowError(refused(/fetched: git says: fatal:/))
})

test('runs no hook of a repository and follows no link in it', async ({ skip }) => {
  skip(!hasGit, 'git is not installed')
  await using space = await temporarySpace()
  const { work, url } = await repository(space)
  const template = await writeFiles(join(space.elsewhere, 'template'), {})
  const marker = join(space.elsewhere, 'ran')
  await mkdir(join(template, 'hooks'), { recursive: true })
  await writeFile(join(template, 'hooks', 'post-checkout'), `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 })
  vi.stubEnv('GIT_TEMPLATE_DIR', template)
  await using plan = await planModuleInstall(space.paths, url)
  expect(plan.files).toBe(3)
  expect(await readdir(space.elsewhere)).not.toContain('ran')
  await symlink('/etc/passwd', join(work, 'agents', 'secret.md'))
  git(work, 'add', '.')
  git(work, 'commit', '--quiet', '-m', 'link')
  git(work, 'push', '--quiet', url, 'main')
  await expect(planModuleInstall(space.paths, url)).rejects.toThrowError(
    expect.objectContaining({
      code: 'MODULE_CONTENT_REFUSED',
      message: expect.stringContaining('secret.md is a symbolic link'),
    }),
  )
})

test('says why git failed and leaves nothing behind', async ({ skip }) => {
  skip(!hasGit, 'git is not installed')
  await using space = await temporarySpace()
  await ownTemporaryFolder(space)
  const before = await leftovers()
  await expect(
    planModuleInstall(space.paths, pathToFileURL(join(space.elsewhere, 'none.git')).href),
  ).rejects.toThrowError(
    expect.objectContaining({
      code: 'MODULE_FETCH_FAILED',
      message: expect.stringMatching(/git says: fatal:.*[^.]\. Nothing was installed\.$/),
    }),
  )
  const { url } = await repository(space)
  await expect(planModuleInstall(space.paths, url, { timeoutMs: 1 })).rejects.toThrowError(/took longer than 1 ms/)
  vi.stubEnv('PATH', space.elsewhere)
  await expect(planModuleInstall(space.paths, url)).rejects.toThrowError(/the program git is not installed/)
  expect(await leftovers()).toEqual(before)
})

/** A registry on this machine that has one package. */
async function registry(
  space: TemporarySpace,
): Promise<AsyncDisposable & { readonly address: string; readonly asked: readonly string[]; corrupt(): void }> {
  const marker = join(space.elsewhere, 'ran')
  const manifest = {
    name: 'datacore-campaigns',
    version: '1.2.0',
    scripts: { preinstall: `touch '${marker}'`, prepare: `touch '${marker}'`, prepack: `touch '${marker}'` },
  }
  await writeFiles(join(space.elsewhere, 'package'), { ...campaigns, 'package.json': JSON.stringify(manifest) })
  const file = join(space.elsewhere, 'package.tgz')
  execFileSync('tar', ['-czf', file, '-C', space.elsewhere, 'package'])
  let tarball = await readFile(file)
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url?.endsWith('.tgz') === true) return void response.end(tarball)
    if (request.url !== '/datacore-campaigns')
      return void response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    const dist = { tarball: `http://${request.headers.host}/datacore-campaigns-1.2.0.tgz`, integrity }
    const versions = { '1.2.0': { ...manifest, dist } }
    response.setHeader('content-type', 'application/json')
    return void response.end(JSON.stringify({ name: manifest.name, 'dist-tags': { latest: '1.2.0' }, versions }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    corrupt() {
      tarball = Buffer.concat([tarball, Buffer.from('x')])
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('packs an npm package with its own client, without running its scripts', async () => {
  await using space = await temporarySpace()
  await ownTemporaryFolder(space)
  await using server = await registry(space)
  vi.stubEnv('npm_config_registry', server.address)
  vi.stubEnv('npm_config_cache', join(space.elsewhere, 'npm-cache'))
  vi.stubEnv('npm_config_fetch_retries', '0')
  const before = [await leftovers(), await snapshot(space.paths.root)]
  await using plan = await planModuleInstall(space.paths, 'datacore-campaigns@^1.0.0')
  expect(plan).toMatchObject({
    origin: { kind: 'npm', spec: 'datacore-campaigns@^1.0.0', resolved: 'datacore-campaigns-1.2.0' },
    agents: { length: 2 },
    redFlags: [expect.stringContaining('preinstall'), expect.stringContaining('prepare')],
  })
  expect(new Set(server.asked)).toEqual(new Set(['/datacore-campaigns', '/datacore-campaigns-1.2.0.tgz']))
  await expect(planModuleInstall(space.paths, 'no-such-package')).rejects.toThrowError(
    expect.objectContaining({
      code: 'MODULE_FETCH_FAILED',
      message: expect.stringMatching(/nothing is at .*no-such-package, and npm says: .*404/),
    }),
  )
  expect(await readdir(space.elsewhere)).not.toContain('ran')
  expect([await leftovers(), await snapshot(space.paths.root)]).toEqual(before)
})

test('refuses an npm package whose content is not what the registry promised', async () => {
  await using space = await temporarySpace()
  await using server = await registry(space)
  server.corrupt()
  vi.stubEnv('npm_config_registry', server.address)
  vi.stubEnv('npm_config_cache', join(space.elsewhere, 'npm-cache'))
  vi.stubEnv('npm_config_fetch_retries', '0')
  await expect(planModuleInstall(space.paths, 'datacore-campaigns')).rejects.toThrowError(
    expect.objectContaining({ code: 'MODULE_FETCH_FAILED', message: expect.stringMatching(/EINTEGRITY|integrity/) }),
  )
})
