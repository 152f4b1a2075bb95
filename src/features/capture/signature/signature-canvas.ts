import Imported from 'react-signature-canvas';

type Canvas = typeof Imported;

/**
 * The package is CommonJS with a `default` of its own: the build's default import is all that it exports, the development
 * server's is the component itself.
 */
export const SignatureCanvas: Canvas =
  (Imported as Canvas & { readonly default?: Canvas }).default ?? Imported;
/** What a ref to it holds. */
export type SignatureCanvasHandle = InstanceType<Canvas>;
