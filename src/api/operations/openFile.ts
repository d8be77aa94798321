import {
  countedPaging,
  fileCategory,
  neededIds,
  emptyResponse,
  optional,
  orderBy,
  required,
  shape,
  uploadResponse,
  where,
} from './field';
import { operation, type Details, type Operation } from './operation';

const also = ['v1'];
const open = (id: string, line: string, description: string, details: Details = {}): Operation =>
  operation('file', `openApi.${id}`, line, description, { also, ...details });

const files = '/oserve/v2.2/file/';
const categories = '/oserve/v2.2/file-category/';
const fileShape =
  'id:string name:string path:string cdn_path:string mime_type:string media_type:string size:integer status:string ' +
  'created_at:integer categories?:array';
const deleted: Details = { success: [204], response: emptyResponse };
const name = required('name', 'string', 'Name of the file category.');

export const openFile: readonly Operation[] = [
  open('file.list', `GET ${files}`, 'Files.', {
    query: [where, optional('category', 'id', 'Only files of this file category.'), orderBy, ...countedPaging],
    response: shape('list', fileShape),
  }),
  open('file.get', `GET ${files}:file_id/`, 'One file.', { response: shape('object', fileShape) }),
  open('file.delete', `DELETE ${files}:file_id/`, 'Deletes a file.', deleted),
  open('file.deleteAll', `DELETE ${files}`, 'Deletes several files.', { query: [neededIds], ...deleted }),
  open('file.upload', 'POST /oserve/v2.1/upload/', 'Returns the address and the policy for uploading a file.', {
    old: also,
    body: [
      optional('filename', 'string', 'Name of the file.'),
      optional('category_id', 'id', 'Goes to this file category.'),
    ],
    success: [200],
    response: uploadResponse,
  }),
  open('fileCategory.list', `GET ${categories}`, 'File categories.', {
    query: [where, orderBy, ...countedPaging],
    response: shape('list', fileCategory),
  }),
  open('fileCategory.create', `POST ${categories}`, 'Creates a file category.', { body: [name], success: [201] }),
  open('fileCategory.get', `GET ${categories}:file_category_id/`, 'One file category.', {
    response: shape('object', fileCategory),
  }),
  open('fileCategory.update', `PUT ${categories}:file_category_id/`, 'Changes a file category.', {
    body: [name],
    response: shape('object', fileCategory),
  }),
  open('fileCategory.delete', `DELETE ${categories}:file_category_id/`, 'Deletes a file category.', deleted),
];
