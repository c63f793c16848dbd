import { readFile } from 'node:fs/promises'

/**
 * The values of a file of JSON lines.
 *
 * @param file - Path; empty lines are passed over.
 */
export async function jsonLines(file: string): Promise<readonly unknown[]> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  return lines.filter((line) => line.trim() !== '').map((line): unknown => JSON.parse(line))
}
