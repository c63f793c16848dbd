import { spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { environment } from './environment.ts'
import { type Run, sample, startProgram } from './run-datacortex.ts'
import { makeFolder } from './temporary-folder.ts'

// What is published is packed and installed by npm, as a user does it, and then used without any network.

const repository = fileURLToPath(new URL('../..', import.meta.url))
const [npm, npx] = process.platform === 'win32' ? ['npm.cmd', 'npx.cmd'] : ['npm', 'npx']
/** A user of another language, whose name has a space. */
const user = 'Zoë Ångström'
/** From an empty machine to the first agent that is found. */
const newcomer = /^```sh\n(npm install .*)\n(datacortex .*)\n(datacortex find .*)\n```/m
/** What a machine without the registry can't do. */
const isReachable = spawnSync(npm, ['ping'], { shell: process.platform === 'win32' }).status === 0
/** For the owner of all files, who may write anywhere, the way to be refused like any other user. */
const bound = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []
const offline = spawnSync('unshare', ['-rn', 'true']).status === 0 ? ['unshare', '-rn'] : []

describe.skipIf(!isReachable)('installed by npm (needs the npm registry)', () => {
  let [cwd, modules, home] = ['', '', '']
  let path: readonly string[] = []
  beforeAll(async () => {
    cwd = await makeFolder()
    home = join(cwd, user)
    await mkdir(home)
    path = newcomer.exec(await readFile(join(repository, 'README.md'), 'utf8'))?.slice(1) ?? []
    const tarballs = join(cwd, 'tarballs')
    const pack = join(repository, 'apps/cli/tools/pack.ts')
    await done(process.execPath, [pack, tarballs, `${process.platform}-${process.arch}`], {
      HOME: process.env['HOME'] ?? '',
    })
    const place = join(cwd, 'global')
    await done(npm, ['install', '--global', '--prefix', place, ...globSync(join(tarballs, '*.tgz'))])
    modules = join(place, process.platform === 'win32' ? 'node_modules' : 'lib/node_modules')
  })
  afterAll(async () => await rm(cwd, { recursive: true, force: true, maxRetries: 5 }))

  /** A program of the user that installed it, which must succeed. */
  async function done(file: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
    const run = await started(file, args, env).ended
    expect(run.status, run.stdout + run.stderr).toBe(0)
    return run.stdout
  }

  function started(file: string, args: readonly string[], env: Record<string, string> = {}) {
    return startProgram(file, {
      args,
      cwd,
      env: { HOME: home, DATACORTEX_CACHE_DIR: join(home, 'cache'), ...env },
    })
  }

  /** The command, where no network is, and a proxy that is not there. */
  async function datacortex(...args: readonly string[]): Promise<string> {
    const [file = process.execPath, ...rest] = [
      ...offline,
      process.execPath,
      join(modules, 'datacortex/bin/datacortex.js'),
      ...args,
    ]
    return await done(file, rest, { HTTPS_PROXY: 'http://192.0.2.1:9' })
  }

  test('a newcomer finds an agent with the three commands of the README', async () => {
    expect(path[0]).toBe('npm install --global datacortex')
    const bin = process.platform === 'win32' ? dirname(modules) : join(modules, '../../bin')
    const env = { PATH: [bin, dirname(process.execPath), process.env['PATH']].join(delimiter) }
    const found = await done('bash', ['-c', `cd "$HOME" && ${path.slice(1).join(' && ')}`], env)
    expect(found).toMatch(/^ 1 {2}kubernetes-operator /m)
  })

  test('few packages come, none with a script, and its modules find and read', async () => {
    const lockfile = await readFile(join(modules, '.package-lock.json'), 'utf8').catch(() => '{"packages":{}}')
    const installed = globSync(join(modules, '{*,@*/*}/package.json'))
    expect(installed.length).toBeLessThanOrEqual(80)
    expect(lockfile).not.toContain('hasInstallScript')
    await datacortex('init', 'desk', '--from', join(sample, 'agents'))
    const found: unknown = JSON.parse(
      await datacortex('agent', 'find', 'my pod keeps crash looping', '--root', 'desk', '--json'),
    )
    expect(found).toMatchObject({ results: [{ id: 'kubernetes-operator' }] })
    const pdf = join(sample, 'library/inbox/biscuit.pdf')
    expect(await datacortex('ingest', pdf, '--root', 'desk')).toContain('0-personal/3-knowledge/literature/')
    expect(await datacortex('search', 'biscuit', '--root', 'desk')).toContain('biscuit')
    expect(await datacortex('source', 'list', '--root', 'desk')).toContain('wikipedia')
    expect(sizeOf(modules)).toBeLessThanOrEqual(350e6)
  })

  test('where a native part does not fit, the rest goes on', async () => {
    await datacortex('init', 'hut', '--sample')
    await datacortex('find', 'my pod', '--root', 'hut')
    const found = await without('onnxruntime-*', ['find', 'my pod keeps crash looping', '--root', 'hut', '--json'])
    expect(JSON.parse(found.stdout)).toMatchObject({ results: [{ id: 'kubernetes-operator' }] })
    expect(found.stderr).toMatch(/^note .*WebAssembly/)
    expect(await without('lancedb-*', ['list', '--root', 'hut'])).toMatchObject({ status: 0, stderr: '' })
    const { stderr } = await without('lancedb-*', ['find', 'my pod', '--root', 'hut'])
    expect(stderr).toMatch(/^VECTOR_STORE_NO_BINARY /)
    expect((await without('embedding-model', ['find', 'x', '--root', 'hut'])).stderr).toMatch(/^CLI_PART_MISSING /)
  })

  /** The command while a package is not there. */
  async function without(name: string, args: readonly string[]): Promise<Run> {
    const [place = ''] = globSync(join(modules, `{.,datacortex/node_modules}/@{datacortex,lancedb}/${name}`))
    await rename(place, join(cwd, 'hidden'))
    const run = await started(process.execPath, [join(modules, 'datacortex/bin/datacortex.js'), ...args]).ended
    await rename(join(cwd, 'hidden'), place)
    return run
  }

  test('a module of somebody else gets the same `plugin` and `zod`', async () => {
    await datacortex('init', 'yard')
    await datacortex('module', 'new', 'mine', '--kind', 'source', '--out', cwd)
    await datacortex('module', 'check', join(cwd, 'mine'), '--yes', '--root', 'yard')
    await datacortex('module', 'install', join(cwd, 'mine'), '--yes', '--root', 'yard')
    expect(await datacortex('module', 'list', '--root', 'yard')).toMatch(/^mine /m)
  })

  test('a program of one’s own opens a space, and its types are whole', async () => {
    await datacortex('init', 'garden')
    await writeFile(join(cwd, 'package.json'), '{"type":"module"}')
    await writeFile(join(cwd, 'program.ts'), program)
    await symlink(modules, join(cwd, 'node_modules'))
    const types = join(repository, 'node_modules/@types')
    const options = {
      target: 'esnext',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [types],
    }
    await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['program.ts'] }))
    await done(process.execPath, [join(repository, 'node_modules/typescript/bin/tsc'), '-p', cwd])
    expect(JSON.parse(await done(process.execPath, ['program.ts']))).toContain('file-reader')
  })

  test('an older Node is told so in a line, by the command and by the library', async () => {
    const other = ['-y', '-p', 'node@20', '--', 'node']
    const env = {
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: process.env['HOME'] ?? '',
    }
    const command = await started(npx, [...other, join(modules, 'datacortex/bin/datacortex.js'), 'list'], env).ended
    expect(command.status).toBe(1)
    expect(command.stderr).toMatch(
      /^NODE_TOO_OLD {2}datacortex needs Node 24 or newer; this is v20\.\S+\nhint .*node@24.*$/m,
    )
    const library = JSON.stringify(pathToFileURL(join(modules, 'datacortex/dist/index.js')).href)
    const code = `import(${library}).then(({ openSpace }) => openSpace('x')).catch(({ code, message }) => console.log(code, message))`
    expect(await done(npx, [...other, '--eval', code], env)).toMatch(
      /^NODE_TOO_OLD datacortex needs Node 24 .* v20\.\S+$/m,
    )
  })

  test('two versions side by side work on one space at the same time', async () => {
    const other = join(cwd, 'other/node_modules')
    await mkdir(other, { recursive: true })
    for (const name of await readdir(modules))
      if (name === 'datacortex') await cp(join(modules, name), join(other, name), { recursive: true })
      else await symlink(join(modules, name), join(other, name))
    const manifest = join(other, 'datacortex/package.json')
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(/"version": "[^"]*"/, '"version": "0.0.1"'))
    const versions = [modules, other].map((place) => async (...args: readonly string[]) => {
      return await done(process.execPath, [join(place, 'datacortex/bin/datacortex.js'), ...args])
    })
    const [one, two] = versions
    if (one === undefined || two === undefined) throw new Error('There are two.')
    expect(await two('--version')).toBe('0.0.1\n')
    expect(await one('--version')).not.toBe('0.0.1\n')
    await one('init', 'both', '--from', join(sample, 'agents'))
    const texts = ['The harbour opens at six', 'Bread needs two hours', 'The roof leaks', 'Anna plays the cello']
    await Promise.all(
      texts.map(async (text, at) => await (at % 2 === 0 ? one : two)('remember', text, '--root', 'both')),
    )
    for (const run of versions) {
      const { results } = JSON.parse(await run('find', 'my pod keeps crash looping', '--root', 'both', '--json'))
      expect(results).toMatchObject([{ id: 'kubernetes-operator' }])
      const { memories } = JSON.parse(await run('memory', 'list', '--root', 'both', '--json'))
      expect(memories.map(({ summary }: { readonly summary: string }) => summary).toSorted()).toEqual(texts.toSorted())
      const { findings } = JSON.parse(await run('doctor', '--root', 'both', '--json'))
      expect(findings).not.toContainEqual(expect.objectContaining({ severity: 'error' }))
    }
  })

  test.skipIf(process.platform === 'win32')(
    'without rights to the global folder nothing is left there, and the way of the documentation works',
    async () => {
      const tarballs = globSync(join(cwd, 'tarballs/*.tgz'))
      const install = async (prefix: string): Promise<Run> => {
        const [file = npm, ...rest] = [...bound, npm, 'install', '--global', '--prefix', prefix, ...tarballs]
        return await started(file, rest).ended
      }
      const closed = join(cwd, 'closed')
      await mkdir(join(closed, 'lib'), { recursive: true })
      await chmod(join(closed, 'lib'), 0o555)
      const refused = await install(closed)
      expect(refused.status).not.toBe(0)
      expect(refused.stderr).toContain('EACCES')
      expect(await readdir(join(closed, 'lib'))).toEqual([])
      const docs = await readFile(join(repository, 'apps/docs/install.md'), 'utf8')
      expect(docs).toContain('`npm install --global --prefix ~/.local datacortex`')
      const own = join(home, '.local')
      expect(await install(own)).toMatchObject({ status: 0 })
      const run = async (...args: readonly string[]): Promise<string> =>
        await done(process.execPath, [join(own, 'bin/datacortex'), ...args])
      await run('init', 'mine-alone', '--from', join(sample, 'agents'))
      expect(await run('find', 'my pod keeps crash looping', '--root', 'mine-alone')).toMatch(
        /^ 1 {2}kubernetes-operator /m,
      )
      await rm(own, { recursive: true })
    },
  )

  test('its servers answer: MCP, and the cards of its modules', async () => {
    await datacortex('init', 'served')
    const bin = join(modules, 'datacortex/bin/datacortex.js')
    const env = { ...environment(cwd), HOME: home }
    const client = new Client({ name: 'datacortex-test', version: '1.0.0' })
    const args = [bin, 'mcp', '--root', join(cwd, 'served')]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' }))
    onTestFinished(async () => await client.close())
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('find_agents')
    const server = started(process.execPath, [
      bin,
      'serve',
      '--root',
      'served',
      '--port',
      '0',
      '--public-cards',
      '--json',
    ])
    onTestFinished(() => void server.child.kill('SIGKILL'))
    const card = await fetch(new URL('agents/url-fetcher/.well-known/agent-card.json', await urlOf(server)))
    expect(await card.json()).toMatchObject({ name: expect.stringMatching(/./), skills: [{}] })
    server.child.kill('SIGTERM')
    expect((await server.ended).status).toBe(0)
  })
})

async function urlOf({ child, ended }: ReturnType<typeof startProgram>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  child.stdout?.once('data', (line: string) => resolve((JSON.parse(line) as { readonly url: string }).url))
  void ended.then(({ stderr }: Run) => reject(new Error(stderr)))
  return await promise
}

/** Bytes of all files below a folder. */
function sizeOf(folder: string): number {
  return globSync('**/*', { cwd: folder }).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0)
}

const program = `import { openSpace } from 'datacortex'
await using space = await openSpace('garden')
const { results } = await space.find({ task: 'read a paper' })
console.log(JSON.stringify(results.map(({ id }) => id)))
`
