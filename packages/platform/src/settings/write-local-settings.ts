import { platformError } from '../errors.ts'
import { readTextFile } from '../files/read-text-file.ts'
import { replaceFile } from '../files/write-file-atomically.ts'
import { sha256 } from '../hash.ts'
import type { SpacePaths } from '../space/space-paths.ts'
import { readSettings } from './settings.ts'

/**
 * Writes keys of one section into `settings.local.yaml`, which wins and is of this machine only; undefined takes a key out,
 * comments and all else stay.
 * @throws `PLATFORM_SETTINGS_INVALID` if the settings can't be read; `PLATFORM_FILE_UNWRITABLE`.
 * @example await writeLocalSettings(paths, 'embeddings', { model: 'default' })
 */
export async function writeLocalSettings(
  paths: SpacePaths,
  section: string,
  values: Readonly<Record<string, string | readonly string[] | undefined>>,
): Promise<void> {
  await readSettings(paths)
  const file = paths.settingsLocalFile
  const read = await readTextFile(file)
  const { document } = (await import('../parse/parse-yaml.ts')).parseYaml(read.ok ? read.text : '')
  // A section without keys is no map yet.
  if (document.has(section) && document.get(section) === undefined) document.delete(section)
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined) document.setIn([section, key], value)
    else if (document.hasIn([section, key])) document.deleteIn([section, key])
  }
  const expected = read.ok ? sha256(read.text) : 'absent'
  if (await replaceFile(file, document.toString({ lineWidth: 0 }), { expected })) return
  throw platformError('PLATFORM_FILE_UNWRITABLE', { file, reason: 'somebody else changed it at this moment' })
}
