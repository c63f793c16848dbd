import type { Finding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { readSettings, userPaths } from '@datacortex/platform'

/** What is wrong with the model's files, if anything. Reads and hashes them, loads nothing. */
export async function modelFindings(paths: SpacePaths): Promise<readonly Finding[]> {
  const { verifyModel } = await import('@datacortex/embeddings')
  const { embeddings } = await readSettings(paths)
  const model = { model: embeddings.model, dtype: embeddings.dtype }
  const check = await verifyModel({ cacheDir: userPaths().cache, model })
  if (check.state === 'ok') return []
  const absent = check.state === 'absent'
  return [
    {
      code: absent ? 'MODEL_NOT_CONVERTED' : 'MODEL_BROKEN',
      severity: absent ? 'info' : 'warning',
      subject: check.modelId,
      message: absent ? 'the model is not converted on this machine yet' : check.problems.join('; '),
      hint: 'The next find makes it by itself.',
    },
  ]
}
