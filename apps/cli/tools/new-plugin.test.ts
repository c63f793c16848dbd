import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { newPlugin } from './new-plugin.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))

/** What of the repository a new plugin is made beside. */
async function repositoryLike(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'new-plugin-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  await mkdir(join(root, 'apps/cli'), { recursive: true })
  const files = ['tsconfig.json', 'tsconfig.base.json', 'apps/cli/package.json']
  for (const file of files) await cp(join(repository, file), join(root, file))
  for (const name of ['agents-datacortex', 'hook-install-journal'])
    await cp(join(repository, 'plugins', name), join(root, 'plugins', name), {
      recursive: true,
      filter: (path) => !/[\\/](?:node_modules|dist)$/.test(path),
    })
  await symlink(join(repository, 'packages/space/node_modules'), join(root, 'node_modules'))
  return root
}

test('each kind is made whole, compiles, and is shipped', async () => {
  const root = await repositoryLike()
  const kinds = ['agents', 'source', 'sub-agent', 'runner', 'writer', 'hooks']
  for (const kind of kinds) await newPlugin(kind, { name: `${kind}-tides`, description: `Knows "tides".`, root })
  const read = async (file: string): Promise<string> => await readFile(join(root, file), 'utf8')
  const ofAll = JSON.parse(await read('plugins/hook-install-journal/package.json')) as { readonly version: string }
  for (const kind of kinds) {
    const name = `${kind}-tides`
    expect(await read('tsconfig.json')).toContain(`"plugins/${name}"`)
    expect(await read('apps/cli/package.json')).toContain(`"@datacortex/${name}": "workspace:*"`)
    expect(JSON.parse(await read(`plugins/${name}/package.json`))).toMatchObject({
      name: `@datacortex/${name}`,
      description: 'Knows "tides".',
      version: ofAll.version,
    })
    expect(await read(`plugins/${name}/module.yaml`)).toContain(`\nversion: ${ofAll.version}\n`)
  }
  for (const kind of kinds.slice(1))
    expect(await read(`plugins/${kind}-tides/src/plugin.ts`)).toContain('/** Knows "tides". */\nexport const plugin: ')
  expect(await read('plugins/source-tides/module.yaml')).toMatch(/^ {4}tides:$/m)
  const include = kinds.map((kind) => `plugins/${kind}-tides/src/plugin.ts`)
  const typeRoots = [join(repository, 'node_modules/@types')]
  const compilerOptions = { rootDir: root, noEmit: true, composite: false, typeRoots, tsBuildInfoFile: null }
  await writeFile(join(root, 'all.json'), JSON.stringify({ extends: './tsconfig.base.json', include, compilerOptions }))
  const compiler = join(repository, 'node_modules/typescript/bin/tsc')
  const compiled = promisify(execFile)(process.execPath, [compiler, '-p', 'all.json'], { cwd: root })
  expect(await compiled.catch((error: unknown) => error)).toMatchObject({ stdout: '' })
})

test('what is no kind, and a name that is taken, are refused, and nothing is named', async () => {
  const root = await repositoryLike()
  const before = await readFile(join(root, 'tsconfig.json'), 'utf8')
  const named = newPlugin('ornament', { name: 'source-tides', root })
  await expect(named).rejects.toMatchObject({ code: 'SPACE_INPUT_INVALID' })
  const taken = newPlugin('source', { name: 'hook-install-journal', root })
  await expect(taken).rejects.toMatchObject({ code: 'CLI_FOLDER_TAKEN' })
  expect(await readFile(join(root, 'tsconfig.json'), 'utf8')).toBe(before)
})
