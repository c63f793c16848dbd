import { platformError } from '../errors.ts'
import { readTextFile } from '../files/read-text-file.ts'
import { replaceFile } from '../files/write-file-atomically.ts'
import { sha256 } from '../hash.ts'
import type { SpacePaths } from '../space/space-paths.ts'
import { readSettings } from './settings.ts'

/**
 * Writes keys of one section, or of one inside others, into `settings.local.yaml`, which wins and is of this machine only; undefined takes a key out,
 * comments and all else stay.
 * @throws `PLATFORM_SETTINGS_INVALID` if the settings can't be read; `PLATFORM_FILE_UNWRITABLE`.
 * @example await writeLocalSettings(paths, 'embeddings', { model: 'default' })
 */
export async function writeLocalSettings(
  paths: SpacePaths,
  section: string | readonly string[],
  values: Readonly<Record<string, string | readonly string[] | undefined>>,
): Promise<void> {
  await readSettings(paths)
  const file = paths.settingsLocalFile
  const read = await readTextFile(file)
  const { document } = (await import('../parse/parse-yaml.ts')).parseYaml(read.ok ? read.text : '')
  // A section without keys is no map yet.
  const at = [section].flat()
  for (const depth of at.keys()) {
    const keys = at.slice(0, depth + 1)
    if (document.hasIn(keys) && document.getIn(keys) == null) document.deleteIn(keys)
  }
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined) document.setIn([...at, key], value)
    else if (document.hasIn([...at, key])) document.deleteIn([...at, key])
  }
  const expected = read.ok ? sha256(read.text) : 'absent'
  if (await replaceFile(file, document.toString({ lineWidth: 0 }), { expected })) return
  throw platformError('PLATFORM_FILE_UNWRITABLE', { file, reason: 'somebody else changed it at this moment' })
}
