import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { attempt, ifCoded } from '@datacortex/errors'
import { type KnownModel, type ModelKind, knownModels } from './known-models.ts'
import { pinsName, readPins } from './model-manifest.ts'
import type { ModelSettings } from './model-settings.ts'
import { hubFolder, modelKind, resolveModel, settingOfModel } from './resolve-model.ts'

/** A model that can be chosen: whether it works without the network, and whether the settings name it. */
export type ListedModel = KnownModel & Readonly<{ kind: ModelKind; here: boolean; active: boolean }>

/**
 * Models worth choosing, those that were pulled beside them, and the one that is in use. Loads none of them.
 * @example listModels(userPaths().cache, { model: 'default' })[0]?.active // true
 */
export function listModels(cacheDir: string, settings: ModelSettings): readonly ListedModel[] {
  const { model = 'default', reranker = 'none' } = settings
  const rerankers = reranker === 'none' ? [] : [reranker]
  const found = globSync([`*/${pinsName}`, `*/*/${pinsName}`], { cwd: hubFolder(cacheDir, '') })
  const pulled = found.map((file) => dirname(file).replaceAll('\\', '/')).toSorted()
  return [...new Set([...knownModels.map(({ name }) => name), ...pulled, model, ...rerankers])].map((name) => {
    const { use: _, ...known } = knownModels.find((one) => one.name === name) ?? { name }
    const kind = modelKind(cacheDir, name)
    const active = name === (kind === 'reranker' ? reranker : model)
    const pins = Object.values(readPins(hubFolder(cacheDir, name)).files)
    const size = pins.length === 0 ? {} : { size: pins.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) }
    const setting = active && kind === 'embedder' ? settings : { model: name }
    return { ...known, ...size, kind, here: isHere(cacheDir, setting), active }
  })
}

/** One that can't be used is not here. */
function isHere(cacheDir: string, settings: ModelSettings): boolean {
  const found = attempt(() => resolveModel(cacheDir, settings), ifCoded(undefined))
  return found !== undefined && (found.kind !== 'hub' || settingOfModel(cacheDir, found.modelId) !== undefined)
}
