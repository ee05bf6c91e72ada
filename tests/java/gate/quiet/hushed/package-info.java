@other.SuppressFindings("EP001")
package hushed;
