import { countedPaging, expand, keys, nameFilter, optional, orderBy, paging, required, shape, where } from './field';
import { operation, type Details, type Operation } from './operation';

const open = (id: string, line: string, description: string, details: Details = {}): Operation =>
  operation('contentLibrary', `openApi.${id}`, line, description, details);

const groups = '/oserve/v2.2/content/';
const group = `${groups}:content_group_id/`;
const categories = `${group}category/`;
const texts = `${group}text/`;
const old = '/oserve/v1/content/';
const name = required('name', 'string', 'Name.');
const groupShape = 'id:integer name:string created_at:integer updated_at:integer';
const categoryShape = 'id:integer name:string parent:object subcategories:array created_at:integer updated_at:integer';
const textShape =
  'id:integer title:string cover:string description:string categories:array created_at:integer updated_at:integer';
const deleted: Details = { success: [204], response: shape('empty') };
const textFields = [
  required('title', 'string', 'Title.'),
  optional('content', 'string', 'The text, as HTML.'),
  optional('description', 'string', 'A short description.'),
  optional('cover', 'string', 'Address of the picture.'),
  optional('categories', 'array', 'IDs of the categories.'),
];

export const openContentLibrary: readonly Operation[] = [
  open('contentGroup.list', `GET ${groups}`, 'Content groups.', {
    query: [nameFilter, ...countedPaging],
    response: shape('list', groupShape),
  }),
  open('contentGroup.create', `POST ${groups}`, 'Creates a content group.', { body: [name], success: [201] }),
  open('contentGroup.get', `GET ${group}`, 'One content group.', { response: shape('object', groupShape) }),
  open('contentGroup.update', `PUT ${group}`, 'Changes a content group.', { body: [name] }),
  open('contentGroup.delete', `DELETE ${group}`, 'Deletes a content group with everything in it.', deleted),
  open('contentCategory.list', `GET ${categories}`, 'Categories of a content group, children included.', {
    query: [
      nameFilter,
      optional('parent__isnull', 'boolean', 'true for top-level categories alone.'),
      ...countedPaging,
    ],
    response: shape('list', categoryShape),
  }),
  open('contentCategory.create', `POST ${categories}`, 'Creates a category, at most three levels deep.', {
    body: [name, optional('parent', 'id', 'ID of the category above.')],
    success: [201],
  }),
  open('contentCategory.get', `GET ${categories}:category_id/`, 'One category.', {
    response: shape('object', categoryShape),
  }),
  open('contentCategory.update', `PUT ${categories}:category_id/`, 'Changes a category.', {
    body: [optional('name', 'string', 'Name.'), optional('parent', 'id', 'ID of the category above.')],
  }),
  open('contentCategory.delete', `DELETE ${categories}:category_id/`, 'Deletes a category.', deleted),
  open('content.list', `GET ${texts}`, 'Contents of a content group.', {
    query: [where, orderBy, keys, expand, ...countedPaging],
    response: shape('list', textShape),
  }),
  open('content.create', `POST ${texts}`, 'Creates a content.', { body: textFields, openBody: true, success: [201] }),
  open('content.get', `GET ${texts}:content_id/`, 'One content.', {
    query: [keys, expand],
    response: shape('object', textShape),
  }),
  open('content.update', `PUT ${texts}:content_id/`, 'Changes a content.', {
    body: textFields.map(field => ({ ...field, required: false })),
    openBody: true,
  }),
  open('content.delete', `DELETE ${texts}:content_id/`, 'Deletes a content.', deleted),
  ...['group', 'category', 'detail'].flatMap(kind => oldContent(kind)),
];

/** The first form of the Open API's content library: the Web API's paths, and `has_children`. */
function oldContent(kind: string): Operation[] {
  const needed = kind === 'category' ? [required('content_group_id', 'id', 'ID of the content group.')] : [];
  const id = `old${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  return [
    open(`${id}.list`, `GET ${old}${kind}/`, `Content library in the old form: ${kind} list.`, {
      query: [...needed, ...paging],
    }),
    open(`${id}.get`, `GET ${old}${kind}/:id/`, `Content library in the old form: one ${kind}.`),
  ];
}
