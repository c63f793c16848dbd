import { readFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { shared } from './bundle-release.ts'
import { releasePlace } from './at-release.ts'
import { runtimePackages } from './runtime-packages.ts'

type Manifest = {
  readonly name: string
  readonly version: string
  readonly files: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly publishConfig?: object
}

/** Files of the published package beside the bundle: those that the command, our packages and the modules bring. */
export async function packageFiles(home: string): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const repository = join(home, '../..')
  const files = new Map<string, string | Uint8Array>()
  for (const file of globSync(['packages/*/package.json', 'plugins/*/package.json'], { cwd: repository })) {
    const folder = join(repository, dirname(file))
    const place = releasePlace(folder, home)
    const manifest = await manifestOf(join(folder, 'package.json'))
    if (shared.includes(manifest.name) || !isBundled(manifest)) continue
    const { name, version } = manifest
    files.set(
      `${place}/package.json`,
      json({ name, version, private: true, type: 'module', exports: './dist/index.js' }),
    )
    for (const [path, content] of await filesOf(folder, besideCode(manifest))) files.set(`${place}/${path}`, content)
  }
  const manifest = await manifestOf(join(home, 'package.json'))
  for (const [path, content] of await filesOf(home, besideCode(manifest))) files.set(path, content)
  // Built by Vite, beside the code of the command.
  for (const [path, content] of await filesOf(join(home, 'dist'), ['page'])) files.set(`dist/${path}`, content)
  for (const path of ['README.md', 'LICENSE']) files.set(path, await readFile(join(repository, path)))
  const wasm = 'ort-wasm-simd-threaded.wasm'
  const embeddings = createRequire(join(repository, 'packages/embeddings/package.json'))
  files.set(`lib/embeddings/dist/${wasm}`, await readFile(embeddings.resolve(`onnxruntime-web/${wasm}`)))
  return files.set('package.json', json(await publishedManifest(home, manifest)))
}

/** Files of a package that is published as it is, with the versions of what it needs. */
export async function plainPackage(folder: string): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const manifest = await manifestOf(join(folder, 'package.json'))
  const require = createRequire(join(folder, 'package.json'))
  const needed = Object.keys(manifest.dependencies ?? {}).map(
    async (name) => [name, (await manifestOf(await packageFile(name, require))).version] as const,
  )
  const dependencies = Object.fromEntries(await Promise.all(needed))
  const files = await filesOf(folder, publishedNames(manifest))
  return new Map<string, string | Uint8Array>([...files, ['package.json', json({ ...manifest, dependencies })]])
}

/** The int8 model, which `pnpm build` makes of the exact one; its hashes are in `packaged-weights.ts`. */
export async function modelPackage(home: string): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const folder = join(home, '../../packages/embeddings')
  const { version } = await manifestOf(join(folder, 'package.json'))
  const description = 'The sentence encoder all-MiniLM-L6-v2 in int8, as datacortex computes with it.'
  const files = await filesOf(join(folder, 'model'), ['*.onnx', '*.onnx_data', 'vocab.txt'])
  const manifest = { name: modelName, version, description, license: 'Apache-2.0' }
  return new Map<string, string | Uint8Array>([...files, ['package.json', json(manifest)]])
}

const modelName = '@datacortex/embedding-model'

/** Packages of which others get a copy of their own stay packages; so does what is for tests alone. */
function isBundled({ name }: Manifest): boolean {
  return name !== '@datacortex/testkit'
}

function besideCode(manifest: Manifest): readonly string[] {
  return publishedNames(manifest).filter((name) => name !== 'dist')
}

function publishedNames({ files }: Manifest): readonly string[] {
  return files.filter((name) => !/^(?:src|bundle|model|README\.md)$|^!/.test(name))
}

/** Files of a folder by what its manifest names, without tests and what only the compiler reads. */
async function filesOf(folder: string, names: readonly string[]): Promise<readonly (readonly [string, Uint8Array])[]> {
  const paths = globSync(
    names.flatMap((name) => [name, `${name}/**/*`]),
    { cwd: folder, withFileTypes: true },
  )
    .filter((one) => one.isFile() && !/\.(?:test\.|growth\.|tsbuildinfo$|js\.map$)|^\.tsbuildinfo$/.test(one.name))
    .map((one) => join(one.parentPath, one.name))
  return await Promise.all(
    paths.map(async (path) => [relative(folder, path).replaceAll('\\', '/'), await readFile(path)] as const),
  )
}

async function publishedManifest(home: string, manifest: Manifest): Promise<object> {
  const kept = Object.entries(manifest).filter(([name]) => !/^(?:files|publishConfig|.*ependencies)$/.test(name))
  const from = (place: string) => createRequire(join(home, '../..', place, 'package.json'))
  const versionOf = async (name: string, place: string): Promise<string> =>
    (await manifestOf(await packageFile(name, from(place)))).version
  const lance = await manifestOf(await packageFile('@lancedb/lancedb', from('packages/vector-store')))
  const lanceParts = Object.entries(lance.optionalDependencies).filter(([name]) => name.startsWith('@lancedb/'))
  const runtime = await runtimePackages(home)
  return {
    ...Object.fromEntries(kept),
    ...manifest.publishConfig,
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    },
    dependencies: {
      [modelName]: await versionOf('@datacortex/embeddings', 'apps/cli'),
      '@datacortex/errors': await versionOf('@datacortex/errors', 'packages/plugin'),
      '@datacortex/plugin': await versionOf('@datacortex/plugin', 'apps/cli'),
      '@hyzyla/pdfium': await versionOf('@hyzyla/pdfium', 'plugins/agent-pdf-extractor'),
      zod: await versionOf('zod', 'packages/plugin'),
    },
    optionalDependencies: Object.fromEntries([
      ...runtime.map(({ name, version }) => [name, version] as const),
      ...lanceParts,
    ]),
  }
}

/** Where the manifest of an installed package lies: not all of them export it. */
async function packageFile(name: string, require: NodeJS.Require): Promise<string> {
  const [found] = (require.resolve.paths(name) ?? []).flatMap((place) => globSync(join(place, name, 'package.json')))
  if (found === undefined) throw new Error(`${name} is not installed.`)
  return found
}

async function manifestOf(file: string): Promise<Manifest> {
  return JSON.parse(await readFile(file, 'utf8')) as Manifest
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
