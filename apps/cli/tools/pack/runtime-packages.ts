import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** ONNX Runtime for one system, as a package without an installation script. */
export type RuntimePackage = {
  readonly name: string
  readonly version: string
  /** All files of the package but its manifest lie here. */
  readonly folder: string
  readonly manifest: object
}

/** The parts of `onnxruntime-node` for each system, without those that its script looks for elsewhere. */
export async function runtimePackages(home: string): Promise<readonly RuntimePackage[]> {
  const repository = join(home, '../..')
  const file = createRequire(join(repository, 'packages/embeddings/package.json')).resolve(
    'onnxruntime-node/package.json',
  )
  const { version, license } = JSON.parse(await readFile(file, 'utf8')) as {
    readonly version: string
    readonly license: string
  }
  const origin = `onnxruntime-node@${version}`
  const lockfile = await readFile(join(repository, 'pnpm-lock.yaml'), 'utf8')
  const [, integrity] = lockfile.split(`\n  ${origin}:`)[1]?.match(/integrity: ([^},\s]+)/) ?? []
  if (integrity === undefined) throw new Error(`The lockfile has no hash of ${origin}.`)
  const found: RuntimePackage[] = []
  const root = join(dirname(file), 'bin/napi-v6')
  for (const system of await readdir(root)) {
    for (const processor of await readdir(join(root, system))) {
      const name = `@datacortex/onnxruntime-${system}-${processor}`
      const manifest = {
        name,
        version,
        description: `ONNX Runtime's library and its binding for Node, for ${system} on ${processor}.`,
        license,
        os: [system],
        cpu: [processor],
        ...(system === 'linux' ? { libc: ['glibc'] } : {}),
        repository: 'https://github.com/microsoft/onnxruntime',
        origin: { package: origin, integrity },
      }
      found.push({ name, version, folder: join(root, system, processor), manifest })
    }
  }
  return found
}
