import { spawnSync } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CodedError } from '@datacortex/errors'
import { spaceless } from '@datacortex/space'

/** How the code of a template is typed and tested here; the suite of a kind that is missing needs more than the template has. */
const kinds: Readonly<Record<string, { readonly settings?: string; readonly suite?: string }>> = {
  source: {
    settings: 'SourceSettings',
    suite: `testSourcePlugin(plugin, {
  directory,
  server: {
    ok: () => Response.json({ results: [{ id: '1', title: 'Spring tides' }] }),
    empty: () => Response.json({ results: [] }),
  },
})`,
  },
  runner: { settings: 'SourceSettings' },
  writer: { settings: 'SourceSettings' },
  hooks: { settings: '{ readonly max_bytes: number }', suite: 'testHooksPlugin(plugin, { directory })' },
}

/** Makes a plugin of the repository from a template, and names it to the compiler and to the command. `root`: of the repository. */
export async function newPlugin(
  kind: string,
  { name, description, root }: { name: string; description?: string | undefined; root: string },
): Promise<void> {
  // What is no kind is refused there.
  const { directory } = await spaceless({}).modules.new({
    name,
    kind: kind as 'source',
    description,
    out: join(root, 'plugins'),
  })
  const read = async (file: string): Promise<string> => await readFile(join(directory, file), 'utf8')
  const write = async (file: string, text: string): Promise<void> => await writeFile(join(directory, file), text)
  const like = join(root, 'plugins', kind === 'agents' ? 'agents-datacortex' : 'hook-install-journal')
  const { dependencies, repository, ...fields } = JSON.parse(
    await readFile(join(like, 'package.json'), 'utf8'),
  ) as PackageFile
  const manifest = await read('module.yaml')
  const says = String(JSON.parse(/^description: (.*)$/m.exec(manifest)?.[1] ?? '""'))
  // A source has the name that people know it by.
  const listed = manifest.replace(/^( {4})source-(?=\S+:$)/m, '$1')
  const released = listed.replace(/^version:.*$/m, `version: ${fields.version}`)
  await write('module.yaml', released.replace(/^description:.*$/m, '$&\nlicense: MIT'))
  await write('README.md', readme({ name, says, kind }))
  await mkdir(join(directory, 'src'))
  const same = kind === 'agents' ? ['src/manifest.test.ts'] : ['src/index.ts', 'src/index.test.ts']
  for (const file of ['turbo.json', 'tsconfig.json', ...same]) await cp(join(like, file), join(directory, file))
  const { settings, suite } = kinds[kind] ?? {}
  const code = kind === 'agents' ? '' : await read('index.js')
  if (code !== '') {
    await rm(join(directory, 'index.js'))
    const type = `Plugin<'${kind}'${settings === undefined ? '' : `, ${settings}`}>`
    const typed = code.replace('export const plugin =', () => `/** ${says} */\nexport const plugin: ${type} =`)
    await write('src/plugin.ts', `import type { Plugin } from '@datacortex/plugin'\n${typed}`)
    await write('src/plugin.test.ts', testOf(suite))
  }
  const zod = code.includes(`from 'zod'`) ? { zod: 'catalog:' } : {}
  await write(
    'package.json',
    json({
      ...fields,
      name: `@datacortex/${name}`,
      description: says,
      repository: { ...repository, directory: `plugins/${name}` },
      ...(dependencies === undefined ? {} : { dependencies: { ...dependencies, ...zod } }),
    }),
  )
  await edit(join(root, 'tsconfig.json'), ({ references = [] }) => ({
    references: [...references, { path: `plugins/${name}` }],
  }))
  await edit(join(root, 'apps/cli/package.json'), (file) => {
    const named = Object.entries({ ...file.dependencies, [`@datacortex/${name}`]: 'workspace:*' })
    return { dependencies: Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1))) }
  })
}

function testOf(suite: string | undefined): string {
  const names = ['testManifest', ...(suite === undefined ? [] : [suite.slice(0, suite.indexOf('('))])]
  return `import { fileURLToPath } from 'node:url'
import { ${names.join(', ')} } from '@datacortex/testkit'
${suite === undefined ? '' : `import { plugin } from './plugin.ts'\n`}
const directory = fileURLToPath(new URL('..', import.meta.url))

testManifest(directory)
${suite ?? ''}
`
}

function readme({ name, says, kind }: Readonly<Record<'name' | 'says' | 'kind', string>>): string {
  const api = kind === 'agents' ? 'The agents of `module.yaml`.' : `\`plugin\`, of the kind \`${kind}\`.`
  const known = { What: says, When: 'Say here when it is of use.', Use: 'It comes with datacortex.', API: api }
  const sections = Object.entries({ ...known, Errors: 'None of its own.', Limits: 'None that are known.' })
  return [`# @datacortex/${name}\n`, ...sections.map(([heading, text]) => `## ${heading}\n\n${text}\n`)].join('\n')
}

type PackageFile = {
  readonly version?: string
  readonly dependencies?: object
  readonly repository?: object
  readonly references?: readonly object[]
}

async function edit(file: string, change: (config: PackageFile) => object): Promise<void> {
  const config = JSON.parse(await readFile(file, 'utf8')) as PackageFile
  await writeFile(file, json({ ...config, ...change(config) }))
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const [kind = '', name = '', description] = process.argv.slice(2)
  await newPlugin(kind, { name, description, root }).catch((error: unknown) => {
    if (!CodedError.is(error)) throw error
    process.stderr.write(`usage: pnpm new:plugin KIND NAME ["WHAT IT IS FOR"]\n${error.code}  ${error.message}\n`)
    process.exit(2)
  })
  for (const args of [['exec', 'oxfmt', join('plugins', name)], ['install']])
    if (spawnSync('pnpm', args, { cwd: root, stdio: 'inherit' }).status !== 0) process.exitCode = 1
}
