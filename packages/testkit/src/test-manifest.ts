import { access, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseJson, resolveInside } from '@datacortex/platform'
import { parseYaml } from '@datacortex/platform/yaml'
import { type CheckedManifest, checkManifest } from '@datacortex/plugin'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const PackageFile = z.object({ name: z.string(), version: z.string(), keywords: z.array(z.string()).default([]) })

/**
 * The suite that every module passes: its manifest is valid and agrees with its folder, package and prompts.
 * @example testManifest(fileURLToPath(new URL('..', import.meta.url)))
 */
export function testManifest(directory: string): void {
  describe('module.yaml', () => {
    test('matches the schema and has no unknown key', async () => {
      expect((await readManifest(directory)).warnings).toEqual([])
    })

    test('agrees with the folder and package.json, which has the keyword', async () => {
      const { manifest } = await readManifest(directory)
      const file = join(directory, 'package.json')
      const { name, version, keywords } = parseJson(await readFile(file, 'utf8'), PackageFile, { origin: file })
      expect(manifest.name).toBe(basename(join(directory, '.')))
      expect(name.split('/').at(-1)).toBe(manifest.name)
      expect(version).toBe(manifest.version)
      expect(keywords).toContain('datacortex-plugin')
      await access(join(directory, 'README.md'))
    })

    test('every agent has a prompt inside the module', async () => {
      const { manifest } = await readManifest(directory)
      // A name that only leads to another agent has nothing to be prompted with.
      const own = Object.entries(manifest.provides.agents).filter(([, entry]) => !entry['alias'] && !entry['removed'])
      for (const [id, { source }] of own) {
        const path = typeof source === 'string' ? source : `agents/${id}.md`
        const prompt = await readFile(await resolveInside(directory, path), 'utf8')
        expect(prompt.trim().length, `${path} of ${id}`).toBeGreaterThan(100)
      }
    })
  })
}

/** Reads and checks the `module.yaml` of a folder. */
export async function readManifest(directory: string): Promise<CheckedManifest> {
  const file = join(directory, 'module.yaml')
  const { document, problems } = parseYaml(await readFile(file, 'utf8'))
  expect(problems).toEqual([])
  return checkManifest(document.toJS(), { file })
}
