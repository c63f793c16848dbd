import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'

export async function writeBundle(folder: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of files) {
    const file = join(folder, path)
    const wanted = Buffer.from(content)
    const present = await readFile(file).catch(() => undefined)
    if (present?.equals(wanted) === true) continue
    await mkdir(dirname(file), { recursive: true })
    const unfinished = join(folder, `${randomUUID()}.part`)
    await writeFile(unfinished, wanted)
    await rename(unfinished, file)
  }
  const present = await readdir(folder, { withFileTypes: true, recursive: true })
  for (const entry of present.filter((one) => !one.isDirectory())) {
    const file = join(entry.parentPath, entry.name)
    const path = file
      .slice(folder.length + 1)
      .split(sep)
      .join('/')
    // Another build may be about to rename its own.
    if (!files.has(path) && !path.endsWith('.part')) await rm(file, { force: true })
  }
}
