import { readFile, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type SpacePaths, sha256 } from '@datacortex/platform'

/**
 * A hash of what decides what can be found beside the prompts: the registry, the settings, the manifests of modules and
 * the files of utterances. It only reads and hashes bytes, so that a `find` on an unchanged space parses no YAML at
 * all. Where the space lies does not count, so that the index of a copy is as fresh as that of the original. Result: 64
 * hexadecimal digits; equal as long as no such file changes.
 */
export async function spaceFingerprint(
  paths: SpacePaths,
  options: {
    readonly bundledDirectory?: string | undefined
    readonly utterances?: { readonly files: readonly string[] } | undefined
  },
): Promise<string> {
  const { bundledDirectory, utterances } = options
  const bundled = bundledDirectory === undefined ? [] : await manifestsIn(bundledDirectory)
  const manifests = [...bundled, ...(await manifestsIn(paths.modulesDirectory)), ...(await npmManifests(paths))]
  const files = [
    paths.agentsFile,
    paths.settingsFile,
    paths.settingsLocalFile,
    join(paths.root, 'package.json'),
    ...manifests,
    ...(utterances?.files ?? []),
  ]
  const ofProgram = new Set(bundled)
  const place = (file: string): string =>
    ofProgram.has(file) && bundledDirectory !== undefined
      ? join('bundled:', relative(bundledDirectory, file))
      : relative(paths.root, file)
  const parts = await Promise.all(files.map(async (file) => `${place(file)}\n${await hashOf(file)}`))
  return sha256(parts.join('\n'))
}

async function hashOf(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => undefined)
  return bytes === undefined ? '-' : sha256(bytes)
}

async function manifestsIn(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch(() => [])
  return names
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => join(directory, name, 'module.yaml'))
}

async function npmManifests(paths: SpacePaths): Promise<readonly string[]> {
  const text = await readFile(join(paths.root, 'package.json'), 'utf8').catch(() => undefined)
  // Names are enough; whether the file is proper JSON is for its owner to know.
  const names = [...(text ?? '').matchAll(/"((?:@[\w.~-]+\/)?[\w~-][\w.~-]*)"\s*:/g)].map((match) => match[1] ?? '')
  return [...new Set(names)].sort().map((name) => join(paths.root, 'node_modules', name, 'module.yaml'))
}
