import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { runDatacortex, sample } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'

const preload = pathToFileURL(join(import.meta.dirname, 'preload/reported-files.ts')).href

/** What a command loads of the program: how many files, and the packages whose code is in them, with those of Node. */
async function loadedBy(args: readonly string[], cwd: string): Promise<{ files: number; packages: readonly string[] }> {
  const log = join(cwd, 'loaded.log')
  const env = { NODE_OPTIONS: `--import ${preload}`, LOADED_LOG: log }
  const { status, stderr } = await runDatacortex(args, { cwd, env })
  expect(status, stderr).toBe(0)
  const loaded = (await readFile(log, 'utf8')).split('\n')
  const files = loaded.filter((url) => url.includes('/apps/cli/'))
  const texts = await Promise.all(files.map(async (url) => await readFile(fileURLToPath(url), 'utf8')))
  // The bundler writes above the code of each file where it comes from.
  const origins = texts.flatMap((text) =>
    Array.from(
      text.matchAll(/^\/\/ (?:packages|.*\/node_modules)\/((?:@[^/]+\/)?[^/]+)\//gm),
      ([, name]) => name ?? '',
    ),
  )
  const ofNode = loaded
    .filter((line) => line.startsWith('NativeModule '))
    .map((line) => line.replace('NativeModule ', 'node:'))
  return { files: files.length, packages: [...origins, ...ofNode] }
}

test('a command loads few files, and nothing that is for others', async () => {
  const cwd = await temporaryFolder()
  expect((await runDatacortex(['init', '--from', join(sample, 'agents')], { cwd })).status).toBe(0)
  for (const { args, atMost, without } of [
    { args: ['log', '--help'], atMost: 6, without: ['zod', 'yaml', 'plugin', 'node:crypto', 'node:child_process'] },
    { args: ['agent', 'list'], atMost: 22, without: [...unused, 'vector-store'] },
    { args: ['agent', 'show', 'api-designer'], atMost: 17, without: [...unused, 'vector-store'] },
    { args: ['log', 'list'], atMost: 19, without: [...unused, 'vector-store', 'smol-toml'] },
    {
      args: ['search', 'bread'],
      atMost: 37,
      without: ['execution', 'smol-toml', 'knowledge-extractor', 'viem', 'hono'],
    },
    { args: ['agent', 'find', 'bread'], atMost: 25, without: [...unused, 'yaml', 'smol-toml'] },
  ]) {
    const { files, packages } = await loadedBy(args, cwd)
    expect(files, args.join(' ')).toBeLessThanOrEqual(atMost)
    expect(packages.length, 'what is looked for is there to be found').toBeGreaterThan(9)
    expect(
      packages.filter((name) => without.includes(name)),
      args.join(' '),
    ).toEqual([])
  }
})

test('the help of the whole program is there before the program is, and says the same', async () => {
  const cwd = await temporaryFolder()
  expect(await loadedBy(['--help'], cwd)).toMatchObject({ files: 1 })
  const [prepared, made] = [await runDatacortex(['--help'], { cwd }), await runDatacortex(['help'], { cwd })]
  expect(prepared).toMatchObject({ status: 0, stderr: '', stdout: made.stdout })
  expect(prepared.stdout).toMatch(/^Usage: datacortex /)
})

/** Of notes, chains and servers. */
const unused = ['memory', 'unified', 'chokidar', 'knowledge-extractor', 'research', 'viem', 'hono', 'undici']
