import {
  Bell,
  Calendar,
  Camera,
  ChevronDown,
  Copy,
  Download,
  Eye,
  FileText,
  FingerprintPattern,
  HardDrive,
  IdCard,
  Lock,
  MapPin,
  MessageSquareText,
  Pause,
  Phone,
  Plus,
  Printer,
  QrCode,
  ScanBarcode,
  Search,
  Trash,
  Upload,
  Users,
} from 'lucide';
import { icon } from './icons.tsx';

export const IconChevronDown = /* @__PURE__ */ icon(ChevronDown);
export const IconPlus = /* @__PURE__ */ icon(Plus);
export const IconPause = /* @__PURE__ */ icon(Pause);
export const IconTrash = /* @__PURE__ */ icon(Trash);
export const IconCamera = /* @__PURE__ */ icon(Camera);
export const IconDocument = /* @__PURE__ */ icon(FileText);
export const IconPin = /* @__PURE__ */ icon(MapPin);
export const IconSearch = /* @__PURE__ */ icon(Search);
export const IconDownload = /* @__PURE__ */ icon(Download);
export const IconUpload = /* @__PURE__ */ icon(Upload);
export const IconPrint = /* @__PURE__ */ icon(Printer);
export const IconSms = /* @__PURE__ */ icon(MessageSquareText);
export const IconCalendar = /* @__PURE__ */ icon(Calendar);
export const IconLock = /* @__PURE__ */ icon(Lock);
export const IconFingerprint = /* @__PURE__ */ icon(FingerprintPattern);
export const IconCopy = /* @__PURE__ */ icon(Copy);
export const IconCode = /* @__PURE__ */ icon(QrCode);
export const IconCall = /* @__PURE__ */ icon(Phone);
export const IconBell = /* @__PURE__ */ icon(Bell);
export const IconUsers = /* @__PURE__ */ icon(Users);
export const IconStorage = /* @__PURE__ */ icon(HardDrive);
export const IconCard = /* @__PURE__ */ icon(IdCard);
export const IconScan = /* @__PURE__ */ icon(ScanBarcode);
export const IconEye = /* @__PURE__ */ icon(Eye);
