import { area } from './area.ts';
import { customerView } from './en/customer-view.ts';

export const customerViewText = area(customerView);
