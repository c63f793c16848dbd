import { type Finding, findingOf, whenCoded } from '@datacortex/errors'
import { type Settings, type SpacePaths, readSettings, shellWord, userPaths } from '@datacortex/platform'

/** What is wrong with the files of the models in use, if anything. Reads and hashes them, loads nothing. */
export async function modelFindings(paths: SpacePaths): Promise<readonly Finding[]> {
  const { model, dtype, reranker = 'none' } = (await readSettings(paths)).embeddings
  const found = await findingsOf({ model, dtype })
  if (reranker === 'none') return found
  // Without it notes stand as the index ranks them, which stops nothing.
  const asWarning = whenCoded((error): readonly Finding[] => [{ ...findingOf(error, reranker), severity: 'warning' }])
  return [...found, ...(await findingsOf({ model: reranker }).catch(asWarning))]
}

async function findingsOf(settings: Pick<Settings['embeddings'], 'model' | 'dtype'>): Promise<readonly Finding[]> {
  const { verifyModel } = await import('@datacortex/embeddings')
  const { modelId: subject, state, problems } = await verifyModel({ cacheDir: userPaths().cache, model: settings })
  const isPackaged = settings.model === 'default'
  const hint = isPackaged ? 'The next find makes it by itself.' : `datacortex model pull ${shellWord(settings.model)}`
  const [code, severity, message] = isPackaged
    ? (['MODEL_NOT_CONVERTED', 'info', 'the model is not converted on this machine yet'] as const)
    : (['MODEL_ABSENT', 'warning', 'the model is not on this machine'] as const)
  if (state === 'absent') return [{ code, severity, subject, message, hint }]
  return state === 'ok'
    ? []
    : [{ code: 'MODEL_BROKEN', severity: 'warning', subject, message: problems.join('; '), hint }]
}
