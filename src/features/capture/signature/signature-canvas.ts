import Imported from 'react-signature-canvas';

type Canvas = typeof Imported;

/**
 * The package is CommonJS with a `default` export: in the build the default import is the whole `exports` object, in the
 * development server the component itself.
 */
export const SignatureCanvas: Canvas =
  (Imported as Canvas & { readonly default?: Canvas }).default ?? Imported;
/** The value of a ref to it. */
export type SignatureCanvasHandle = InstanceType<Canvas>;
