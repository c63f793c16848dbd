import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundleRelease } from './pack/bundle-release.ts'
import { json, modelPackage, packageFiles, plainPackage } from './pack/package-files.ts'
import { runtimePackages } from './pack/runtime-packages.ts'

/** `pnpm release:pack FOLDER [SYSTEM-PROCESSOR]`: makes the tarballs that are published, of what `pnpm build` made. */
const home = resolve(fileURLToPath(new URL('..', import.meta.url)))
const [target = 'release', onlyFor = ''] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'datacortex-release-'))
try {
  await mkdir(resolve(target), { recursive: true })
  await pack('datacortex', new Map([...(await bundleRelease(home)), ...(await packageFiles(home))]))
  await pack('embedding-model', await modelPackage(home))
  for (const name of ['errors', 'plugin', 'text'])
    await pack(name, await plainPackage(join(home, '../../packages', name)))
  for (const { name, folder: from, manifest } of await runtimePackages(home)) {
    if (!name.endsWith(onlyFor)) continue
    await cp(from, join(folder, name), { recursive: true })
    await pack(name, new Map([['package.json', json(manifest)]]))
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function pack(name: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<void> {
  const place = join(folder, name)
  for (const [path, content] of files) {
    await mkdir(dirname(join(place, path)), { recursive: true })
    await writeFile(join(place, path), content, { mode: path.startsWith('bin/') ? 0o755 : 0o644 })
  }
  const isWindows = process.platform === 'win32'
  const args = ['pack', '--silent', '--pack-destination', resolve(target)]
  const { stdout } = await promisify(execFile)(isWindows ? 'npm.cmd' : 'npm', args, { cwd: place, shell: isWindows })
  process.stdout.write(stdout)
}
