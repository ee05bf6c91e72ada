@NonNullApi
@NonNullFields
package spring;

import org.springframework.lang.NonNullApi;
import org.springframework.lang.NonNullFields;
